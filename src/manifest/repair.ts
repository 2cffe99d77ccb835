import { yamlString } from "../language/yaml.ts";
import type { Fix } from "../report/diagnostic.ts";
import { span } from "../report/source.ts";
import type { Block, Line, WrittenEntry } from "./block.ts";
import { continuationOf, entryOn, indentOf, lineIndexAt } from "./block.ts";
import type { DraftEdit } from "./draft.ts";
import { decodeEscape } from "./offsets.ts";
import type { Problem, Repair } from "./problem.ts";
import { deepest, shorten } from "./problem.ts";
import { tabRepair } from "./tabs.ts";
import { yamlDiagnostics } from "./yaml-diagnostics.ts";
import { innerOf, isUnclosedText, isWholeFlow, reasonFor } from "./written-value.ts";

/** Judges the first of the problems; those behind it are mostly its consequences. */
export function repairOf(block: Block, problems: readonly Problem[]): Repair {
  const first = problems[0];
  if (first === undefined) return { diagnostics: [], edits: [] };
  if (first.kind === "deep") return tooDeep(block, first);
  return (
    tabRepair(block, problems, first) ??
    escapeRepair(block, first) ??
    quoteRepair(block, first) ??
    valueRepair(block, first) ??
    lineRepair(block, first) ??
    withoutRepair(block, first)
  );
}

function tooDeep({ file }: Block, { start, end }: Problem): Repair {
  const at = span(file, start, Math.min(end, start + 1));
  return { diagnostics: [yamlDiagnostics.create("manifest/too-deep", at, { limit: deepest })], edits: [] };
}

/** A quoted text from its opening quote to its closing one, or to the end where it has none. */
const quoted = /"(?:[^"\\]|\\[\s\S])*"?|'(?:[^']|'')*'?/y;

const closedQuote = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^']|'')*'/y;

function escapeRepair(block: Block, problem: Problem): Repair | undefined {
  if (problem.kind !== "escape") return undefined;
  const { file } = block;
  const line = block.lines[lineIndexAt(block, problem.start)];
  const entry = entryOn(block, line);
  const isValue =
    entry !== undefined && entry.valueStart < problem.start && file.text[entry.valueStart] === '"';
  const open = isValue ? entry.valueStart : file.text.lastIndexOf('"', problem.start - 1);
  quoted.lastIndex = Math.max(open, block.start);
  const length = quoted.exec(file.text)?.[0].length ?? 0;
  const backslashes = [problem.start];
  for (let at = open + 1; at < Math.min(open + length, block.end); at++) {
    if (file.text[at] !== "\\") continue;
    const escape = decodeEscape(file.text, at);
    if (!escape.known && at !== problem.start) backslashes.push(at);
    at += escape.known ? escape.length - 1 : 0;
  }
  const fix: Fix = {
    title: "Double the backslashes",
    safety: "safe",
    edits: backslashes.map((at) => ({ span: span(file, at, at + 1), replacement: "\\\\" })),
  };
  const escape = file.text.slice(problem.start, problem.start + 2);
  return {
    diagnostics: [
      yamlDiagnostics.create(
        "manifest/bad-escape",
        span(file, problem.start, Math.min(problem.start + 2, block.end)),
        { escape },
        { fix, help: `Write \`\\${escape}\`, or put the value in single quotes.` },
      ),
    ],
    edits: backslashes.map((at) => ({ start: at, end: at + 1, replacement: "\\\\" })),
  };
}

function quoteRepair(block: Block, problem: Problem): Repair | undefined {
  if (problem.kind !== "quote") return undefined;
  const { file } = block;
  for (const [i, line] of block.lines.entries()) {
    if (line.first > problem.start) return undefined;
    const entry = entryOn(block, line) ?? itemOn(block, line);
    if (entry === undefined) continue;
    const quote = file.text.charAt(entry.valueStart);
    if (quote !== '"' && quote !== "'") continue;
    closedQuote.lastIndex = entry.valueStart;
    const length = closedQuote.exec(file.text)?.[0].length;
    if (length !== undefined && entry.valueStart + length <= problem.start) continue;
    const written = writtenValue(block, i, entry);
    const at = span(file, entry.valueStart, written.end);
    const text = written.text.slice(1);
    return {
      diagnostics: [
        yamlDiagnostics.create(
          "manifest/unclosed-quote",
          at,
          { quote, what: nameOf(entry) },
          {
            help: `Add the closing \`${quote}\` at the end of the value.`,
            fix: {
              title: "Close the quote",
              safety: "unsafe",
              edits: [{ span: at, replacement: yamlString(text) }],
            },
          },
        ),
      ],
      edits: [
        rawEdit(entry.valueStart, written.end, { text, start: entry.valueStart + 1, end: written.end }),
      ],
    };
  }
  return undefined;
}

/** A value that YAML cannot read as text is taken as text. */
function valueRepair(block: Block, problem: Problem): Repair | undefined {
  const place = entryAround(block, problem);
  if (place === undefined) return undefined;
  const { entry, index } = place;
  const { file } = block;
  const value = file.text.slice(entry.valueStart, entry.valueEnd);
  if (value === "" || value.startsWith("#")) return undefined;
  if (isWholeFlow(value) && !isUnclosedText(entry.key, writtenValue(block, index, entry).text))
    return undefined;
  const misplaced = misplacedKey(block, index, entry, problem);
  if (misplaced !== undefined) return misplaced;
  const written = writtenValue(block, index, entry);
  const inner = innerOf(written.text);
  const shift = inner === written.text ? 0 : 1;
  const replacement = yamlString(inner);
  const at = span(file, entry.valueStart, written.end);
  const details = {
    help: quotingHelp(entry, replacement),
    fix: { title: "Put the value in quotes", safety: "safe" as const, edits: [{ span: at, replacement }] },
  };
  const reason = reasonFor(written.text);
  const what = nameOf(entry);
  return {
    diagnostics: [
      reason === undefined
        ? yamlDiagnostics.create(
            "manifest/unquoted-colon",
            colonIn(block, entry, written.end),
            { what },
            details,
          )
        : yamlDiagnostics.create("manifest/unquoted-value", at, { what, reason }, details),
    ],
    edits: [
      rawEdit(entry.valueStart, written.end, {
        text: inner,
        start: entry.valueStart + shift,
        end: written.end - shift,
      }),
    ],
  };
}

function rawEdit(start: number, end: number, raw: NonNullable<DraftEdit["raw"]>): DraftEdit {
  return { start, end, replacement: "x", raw };
}

function nameOf(entry: Pick<WrittenEntry, "key">): string {
  return entry.key === "" ? "The list item" : `The value of \`${entry.key}\``;
}

/** A long value is not repeated whole. */
function quotingHelp(entry: WrittenEntry, replacement: string): string {
  const shown = replacement.length > 120 ? `${replacement.slice(0, 100)}…"` : replacement;
  const written = entry.key === "" ? `- ${shown}` : `${entry.key}: ${shown}`;
  // Who wrote these believes that the value is quoted.
  const hint = /^"[“”„‘’«]/.test(replacement) ? " Typographic quotes quote nothing in YAML." : "";
  return `Write \`${written}\`.${hint}`;
}

/** The first colon in a value that YAML takes for the mark of a key. */
function colonIn({ file }: Block, entry: WrittenEntry, end: number): ReturnType<typeof span> {
  const value = file.text.slice(entry.valueStart, end);
  const colon = value.search(/:(?:\s|$)/);
  const at = colon === -1 ? entry.valueStart : entry.valueStart + colon;
  return span(file, at, at + 1);
}

/** The value from its first line through the lines that continue it, folded as YAML folds plain text. */
function writtenValue(
  block: Block,
  index: number,
  entry: WrittenEntry,
): { readonly text: string; readonly end: number } {
  const { file } = block;
  const column = entry.keyStart - (block.lines[index]?.start ?? 0);
  const more = continuationOf(block, index, column);
  const parts = [file.text.slice(entry.valueStart, entry.valueEnd)];
  for (const line of more) parts.push(file.text.slice(line.first, line.end));
  const text = parts.join("\n").replaceAll(/\n+/g, (breaks) => (breaks.length === 1 ? " " : breaks.slice(1)));
  return { text, end: more.at(-1)?.end ?? entry.valueEnd };
}

/** A value of a list item that is no mapping. */
function itemOn({ file }: Block, line: Line | undefined): WrittenEntry | undefined {
  if (line === undefined) return undefined;
  const dashes = /^(?:- +)+/.exec(file.text.slice(line.first, line.end))?.[0].length;
  if (dashes === undefined) return undefined;
  const at = line.first + dashes;
  return { key: "", keyStart: at - 1, colon: at, valueStart: at, valueEnd: line.end };
}

/** The entry whose value holds a problem: on the same line, or on a line that it continues. */
function entryAround(
  block: Block,
  problem: Problem,
): { readonly entry: WrittenEntry; readonly index: number } | undefined {
  const from = lineIndexAt(block, problem.start);
  const line = block.lines[from];
  if (line === undefined) return undefined;
  for (let index = from; index >= 0; index--) {
    const candidate = block.lines[index];
    if (candidate === undefined || (index < from && indentOf(candidate) >= indentOf(line))) continue;
    const entry = entryOn(block, candidate) ?? itemOn(block, candidate);
    if (entry === undefined) return undefined;
    const isHere = index < from ? entry.valueStart < entry.valueEnd : problem.start >= entry.valueStart;
    if (isHere) return { entry, index };
    if (index < from) return undefined;
  }
  return undefined;
}

/** A line below a value that looks like the next key, only indented: it is moved back to the column of its neighbour. */
function misplacedKey(
  block: Block,
  index: number,
  entry: WrittenEntry,
  problem: Problem,
): Repair | undefined {
  const { file } = block;
  const value = file.text.slice(entry.valueStart, entry.valueEnd);
  if (/:(?:\s|$)/.test(value) || /^[[{"'|>&*!%@`]/.test(value) || problem.kind !== "other") return undefined;
  const line = block.lines[index + 1];
  const next = entryOn(block, line);
  const column = entry.keyStart - (block.lines[index]?.start ?? 0);
  if (line === undefined || next === undefined || indentOf(line) <= column) return undefined;
  // A capital letter is more likely to start a sentence: `Triggers: invoice, receipt`.
  if (!/^[a-z][\w-]*$/.test(next.key)) return undefined;
  const excess = indentOf(line) - column;
  const moved = [line, ...continuationOf(block, index + 1, indentOf(line) - 1).slice(0)].filter(
    (each) => each.first < each.end && indentOf(each) >= indentOf(line),
  );
  const edits = moved.map((each) => ({ start: each.start, end: each.start + excess, replacement: "" }));
  return {
    diagnostics: [
      yamlDiagnostics.create(
        "manifest/indentation",
        span(file, line.first, line.end),
        { line: shorten(file.text.slice(line.first, line.end)) },
        {
          help: `Start \`${next.key}\` in the same column as \`${entry.key}\`.`,
          fix: {
            title: "Move the key to the column of its neighbour",
            safety: "safe",
            edits: edits.map(({ start, end }) => ({ span: span(file, start, end), replacement: "" })),
          },
        },
      ),
    ],
    edits,
  };
}

/** Lines among the keys that are no entries. */
function lineRepair(block: Block, problem: Problem): Repair | undefined {
  const { file, lines } = block;
  const index = lineIndexAt(block, problem.start);
  const line = lines[index];
  if (problem.kind === "flow" || line === undefined || line.first === line.end) return undefined;
  const text = file.text.slice(line.first, line.end);
  if (entryOn(block, line) !== undefined || /^(?:- |-$|[[\]{}#])/.test(text)) return undefined;
  const key = /^([A-Za-z_][\w-]*):(?!\/\/)\S/.exec(text)?.[1];
  if (key !== undefined) {
    const at = line.first + key.length + 1;
    const fix: Fix = {
      title: "Add the space",
      safety: "safe",
      edits: [{ span: span(file, at, at), replacement: " " }],
    };
    const corrected = `${key}: ${text.slice(key.length + 1)}`;
    return {
      diagnostics: [
        yamlDiagnostics.create(
          "manifest/missing-space",
          span(file, line.first, at),
          { key },
          { fix, help: `Write \`${shorten(corrected)}\`.` },
        ),
      ],
      edits: [{ start: at, end: at, replacement: " " }],
    };
  }
  return strayText(block, index);
}

function strayText(block: Block, index: number): Repair {
  const { file, lines } = block;
  const after = lines
    .slice(index + 1)
    .findIndex((line) => line.first === line.end || entryOn(block, line) !== undefined);
  const run = lines.slice(index, after === -1 ? lines.length : index + 1 + after);
  const first = run[0];
  const last = run.findLast((line) => line.first < line.end) ?? first;
  const start = first?.first ?? block.start;
  const end = last?.end ?? block.end;
  const text = file.text.slice(start, first?.end ?? end);
  const assignment = /^([A-Za-z_][\w-]*)\s*=\s*(\S.*)$/.exec(text);
  const help =
    assignment === null
      ? `Indent it by two spaces to continue the value above it, or write \`key: ${shorten(text)}\`.`
      : `Write \`${assignment[1] ?? ""}: ${assignment[2] ?? ""}\`.`;
  return {
    diagnostics: [
      yamlDiagnostics.create(
        "manifest/missing-colon",
        span(file, start, end),
        { line: shorten(text) },
        { help },
      ),
    ],
    edits: run
      .filter((line) => line.first < line.end)
      .map((line) => ({ start: line.first, end: line.end, replacement: "" })),
  };
}

function withoutRepair(block: Block, problem: Problem): Repair {
  const { file } = block;
  const start = Math.min(problem.start, block.end);
  const end = Math.min(Math.max(problem.end, start), block.end);
  if (problem.kind === "flow") {
    const open = openBracket(block, start);
    if (open !== undefined) {
      const bracket = file.text.charAt(open);
      const close = bracket === "[" ? "]" : "}";
      const at = span(file, open, open + 1);
      const help = `Close it with \`${close}\`, and put a comma between any two parts.`;
      return {
        diagnostics: [yamlDiagnostics.create("manifest/unclosed-bracket", at, { bracket, close }, { help })],
        edits: [],
      };
    }
  }
  const line = block.lines[lineIndexAt(block, start)];
  if (line !== undefined && (problem.kind === "indent" || file.text.startsWith("- ", line.first))) {
    const at = span(file, line.first, line.end);
    const text = shorten(file.text.slice(line.first, line.end));
    return {
      diagnostics: [yamlDiagnostics.create("manifest/indentation", at, { line: text }, {})],
      edits: [],
    };
  }
  const at = span(file, start, end);
  const found = shorten(file.text.slice(start, end).trim());
  return { diagnostics: [yamlDiagnostics.create("manifest/yaml", at, { found }, {})], edits: [] };
}

/** The innermost bracket that is open at an offset, looked for from the last key before it. */
function openBracket(block: Block, offset: number): number | undefined {
  const { file, lines } = block;
  for (let index = lineIndexAt(block, offset); index >= 0; index--) {
    const entry = entryOn(block, lines[index]) ?? itemOn(block, lines[index]);
    if (entry === undefined || !/^[[{]/.test(file.text.slice(entry.valueStart, entry.valueEnd))) continue;
    const open: number[] = [];
    for (let at = entry.valueStart; at < offset; at++) {
      const char = file.text.charAt(at);
      if (char === "[" || char === "{") open.push(at);
      if ((char === "]" || char === "}") && open.length > 1) open.pop();
    }
    return open.at(-1) ?? entry.valueStart;
  }
  return undefined;
}
