import { isMap, isScalar, isSeq, parseDocument, stringify } from "yaml";
import type { SourceFile } from "../../src/report/source.ts";
import { textSource } from "../../src/report/source.ts";

/** A skill in whose source every value holds words that stand nowhere else, so that they can be looked for in any output. */
export interface MarkedSkill {
  readonly files: readonly SourceFile[];
  /** The words of each field, by its path. */
  readonly words: ReadonlyMap<string, readonly string[]>;
}

type Words = Map<string, string[]>;

/** Keys whose parts are fields of their own. */
const divided = new Set(["interface", "metadata", "requires", "steps"]);

/** Gives words that no text holds, in order. */
function* newWords(seed: number): Generator<string, never> {
  for (let i = 0; ; i++) yield `zq${seed.toString(36)}x${i.toString(36)}qz`;
}

/** Undefined where the file has no front matter that is a mapping: such a skill has errors, and no fields. */
export function markSkillMd(path: string, text: string, seed: number): MarkedSkill | undefined {
  const match = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*\r?\n?([\s\S]*)$/.exec(text);
  if (match === null) return undefined;
  const [, yaml = "", body = ""] = match;
  const words: Words = new Map();
  const data = dataOf(yaml);
  if (data === undefined) return undefined;
  const next = newWords(seed);
  const marked = stringify(markKeys(data, words, next));
  const prompt = body.trim() === "" ? body : markText(body, record(words, "prompt"), next);
  return { files: [textSource(path, `---\n${marked}---\n${prompt}`)], words };
}

/** A contract whose values hold such words already: `zq…qz`, and numbers of five digits. */
export function markedByHand(path: string, data: Readonly<Record<string, unknown>>): MarkedSkill {
  const words: Words = new Map();
  for (const [key, value] of Object.entries(data)) {
    const parts =
      divided.has(key) && typeof value === "object" ? (Array.isArray(value) ? value : [value]) : [];
    const fields = parts.flatMap((part) =>
      Object.entries(part as object).map(([name, inner]) => [`${key}.${name}`, inner] as const),
    );
    for (const [field, inner] of fields.length === 0 ? [[key, value] as const] : fields) {
      const found = JSON.stringify(inner).match(/zq\w+?qz|\d{5}/g) ?? [];
      if (found.length > 0) words.set(field, [...(words.get(field) ?? []), ...found]);
    }
  }
  return { files: [textSource(path, stringify(data))], words };
}

function dataOf(yaml: string): Readonly<Record<string, unknown>> | undefined {
  const document = parseDocument(yaml, { schema: "failsafe", uniqueKeys: true });
  if (document.errors.length > 0 || !isMap(document.contents)) return undefined;
  const { contents } = document;
  if (contents.items.some(({ value }) => !isScalar(value) && !isMap(value) && !isSeq(value)))
    return undefined;
  return document.toJS() as Record<string, unknown>;
}

function markKeys(data: Readonly<Record<string, unknown>>, words: Words, next: Iterator<string>): unknown {
  return mapValues(data, (value, key) => {
    if (value === "" || value === null) return value;
    if (key === "enabled") return true;
    if (key === "name") return `${nameOf(value)}-${record(words, "name")(next.next().value)}`;
    if (key === "allowed-tools") return markTools(value, record(words, key), next);
    if (!divided.has(key) || typeof value !== "object") return mark(value, record(words, key), next);
    const parts = Array.isArray(value) ? value : [value];
    const marked = parts.map((part: unknown) =>
      isRecord(part)
        ? mapValues(part, (inner, name) => mark(inner, record(words, `${key}.${name}`), next))
        : mark(part, record(words, key), next),
    );
    return Array.isArray(value) ? marked : marked[0];
  });
}

/** Every scalar inside, whatever it is. */
function mark(value: unknown, add: Add, next: Iterator<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => mark(item, add, next));
  if (isRecord(value)) return mapValues(value, (inner) => mark(inner, add, next));
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text === "" ? text : markText(text, add, next);
}

/** One word at the start, one in the middle, one at the end: a text that is cut loses one of them. */
function markText(text: string, add: Add, next: Iterator<string>): string {
  const word = (): string => add(next.next().value);
  const middle = text.indexOf(" ", text.length >> 1);
  const inside = middle === -1 ? text : `${text.slice(0, middle)} ${word()}${text.slice(middle)}`;
  return `${word()} ${inside} ${word()}`;
}

function markTools(value: unknown, add: Add, next: Iterator<string>): unknown {
  const tool = add(next.next().value);
  if (Array.isArray(value)) return [...(value as unknown[]), tool];
  if (typeof value !== "string") return tool;
  return `${value}${value.includes(",") ? "," : ""} ${tool}`;
}

/** What is legal of a name, short enough for a word behind it. */
function nameOf(value: unknown): string {
  const slug = String(value)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 30)
    .replaceAll(/^-+|-+$/g, "");
  return slug === "" ? "skill" : slug;
}

type Add = (word: string) => string;

function record(words: Words, path: string): Add {
  return (word) => {
    words.set(path, [...(words.get(path) ?? []), word]);
    return word;
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function mapValues(
  data: Readonly<Record<string, unknown>>,
  change: (value: unknown, key: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, change(value, key)]));
}
