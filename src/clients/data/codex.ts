import { atMost, filled } from "../check.ts";
import type { Check } from "../check.ts";
import { rust } from "../decode.ts";
import { lineFence } from "../fence.ts";
import type { Front } from "../fence.ts";
import { codexListing } from "../listings.ts";
import { fenced } from "../loading.ts";
import { droppedSilently, rejected } from "../profile.ts";
import type { Profile } from "../profile.ts";
import type { Fields } from "../yaml/reading.ts";
import { typeName } from "../yaml/reading.ts";
import { serdeYaml } from "../yaml/serde.ts";

/** Codex CLI: serde_yaml, white space collapsed to one line, a skill that does not parse is reported and skipped. */
export const codex: Profile = {
  name: "codex",
  title: "Codex CLI",
  read: "source",
  date: "2026-08-20",
  sources: [
    "openai/codex@033d1d0 codex-rs/core-skills/src/loader.rs",
    "openai/codex@0899b7c codex-rs/core-skills/src/render.rs",
  ],
  fileNames: ["SKILL.md"],
  decoding: rust,
  loader: fenced(fence, (text) => serdeYaml(text, ["name", "description", "metadata"])),
  shape,
  checks: [
    scalarOrNothing("name"),
    scalarOrNothing("description"),
    metadataStruct,
    filled("name"),
    atMost("name", 64, "code points"),
    filled("description"),
    atMost("description", 1024, "code points"),
  ],
  keeps: ["name", "description"],
  otherwise: rejected,
  stops: { unfound: droppedSilently },
  listing: codexListing,
};

const lines = lineFence((line) => line.trim());

function fence(text: string): Front {
  // `str::trim` of Rust leaves a byte order mark where it is.
  if (text.startsWith("\uFEFF"))
    return { kind: "none", reason: "A byte order mark stands before the first `---`." };
  const front = lines(text);
  return front.kind === "front" && front.text === ""
    ? { kind: "none", reason: "The front matter is empty." }
    : front;
}

function shape(fields: Fields, folderName: string): ReturnType<NonNullable<Profile["shape"]>> {
  const name = oneLine(fields.get("name"));
  return {
    name: name === "" ? oneLine(folderName) : name,
    description: oneLine(fields.get("description")),
    cut: [],
  };
}

function oneLine(value: unknown): string {
  return typeof value === "string" ? value.trim().split(/\s+/).join(" ") : "";
}

function scalarOrNothing(field: string): Check {
  return ({ fields }) => {
    const value = fields.get(field) ?? null;
    return value === null || typeof value === "string"
      ? undefined
      : `The \`${field}\` is ${typeName(value)}, not text.`;
  };
}

function metadataStruct({ fields }: Parameters<Check>[0]): ReturnType<Check> {
  const value = fields.get("metadata") ?? null;
  if (value === null) return undefined;
  if (!(value instanceof Map)) return `The \`metadata\` is ${typeName(value)}, not a mapping.`;
  const short: unknown = value.get("short-description") ?? null;
  return short === null || typeof short === "string"
    ? undefined
    : "The `short-description` in `metadata` is not text.";
}
