import { parseDocument } from "yaml";
import type { Document } from "yaml";
import type { Checked, Diagnostic } from "../report/diagnostic.ts";
import type { SourceFile } from "../report/source.ts";
import { span } from "../report/source.ts";
import type { Block } from "./block.ts";
import { blockOf } from "./block.ts";
import type { Draft, DraftEdit } from "./draft.ts";
import { draftOf } from "./draft.ts";
import type { Node } from "./node.ts";
import { readPlain } from "./plain.ts";
import type { Problem } from "./problem.ts";
import { repairOf } from "./repair.ts";
import { buildTree } from "./tree.ts";
import { yamlDiagnostics } from "./yaml-diagnostics.ts";

/** Mistakes that are read past in one file, and characters parsed for it in all: each one parses the file again. */
const mostRepairs = 40;
const mostParsed = 4_000_000;

/**
 * Reads a range of a file as one YAML document. Every mistake is reported once, and the rest is read as its author
 * meant it: a value that needs quotes is taken as if it had them.
 */
export function parseYaml(file: SourceFile, start: number, end: number): Checked<Node | undefined> {
  const plain = readPlain(file, start, end);
  return plain === undefined ? parseFully(file, start, end) : { value: plain, diagnostics: [] };
}

/** What `parseYaml` answers where the text is not written plainly. */
function parseFully(file: SourceFile, start: number, end: number): Checked<Node | undefined> {
  const block = blockOf(file, start, end);
  const { document, draft, diagnostics } = parseRepaired(block);
  const tree = buildTree(block, draft, document);
  return { value: tree.value, diagnostics: [...diagnostics, ...tree.diagnostics] };
}

interface Parsed {
  readonly document: Document.Parsed;
  readonly draft: Draft;
  readonly diagnostics: readonly Diagnostic[];
}

function parseRepaired(block: Block): Parsed {
  const diagnostics: Diagnostic[] = [];
  let edits: readonly DraftEdit[] = [];
  let parsedChars = 0;
  for (;;) {
    const draft = draftOf(block.file, block.start, block.end, edits);
    const document = parseText(draft.text);
    parsedChars += draft.text.length;
    const problems = problemsOf(document, draft);
    const { diagnostics: found, edits: more } = repairOf(block, problems);
    // An edit where one has been made is a mistake that the first one caused.
    const added = more.filter((edit) => !edits.some((made) => overlaps(made, edit)));
    const isNew = added.length === more.length;
    // These come in runs with one cause: a file indented with tabs, or a body without a fence before it.
    const known = found.some(
      ({ code }) => runs.has(code) && diagnostics.some((earlier) => earlier.code === code),
    );
    if (isNew && !known) diagnostics.push(...found);
    edits = [...edits, ...added];
    const isOver =
      edits.length > mostRepairs * 10 || parsedChars > mostParsed || diagnostics.length >= mostRepairs;
    if (added.length === 0 || isOver) {
      return { document, draft, diagnostics: [...diagnostics, ...laterDocument(document, draft, block)] };
    }
  }
}

const runs: ReadonlySet<string> = new Set(["manifest/tab", "manifest/missing-colon"]);

function overlaps(a: DraftEdit, b: DraftEdit): boolean {
  return a.start === b.start || (a.start < b.end && b.start < a.end);
}

function parseText(text: string): Document.Parsed {
  const options = { prettyErrors: false, keepSourceTokens: true, uniqueKeys: false, version: "1.2" } as const;
  try {
    return parseDocument(text, options);
  } catch (error) {
    // Deep nesting exhausts the stack of the parser; there is nothing to read then.
    if (!(error instanceof RangeError)) throw error;
    const document = parseDocument("", options);
    document.errors.push({ ...emptyError, code: "RESOURCE_EXHAUSTION" });
    return document;
  }
}

const emptyError = { name: "YAMLParseError", message: "", pos: [0, 1] as [number, number] } as const;

function problemsOf(document: Document.Parsed, draft: Draft): readonly Problem[] {
  return document.errors
    .filter(({ code }) => code !== "MULTIPLE_DOCS")
    .map(({ code, message, pos: [from, to] }) => ({
      kind: kindOf(code, message),
      start: draft.toSource(from, "start"),
      end: Math.max(draft.toSource(to, "end"), draft.toSource(from, "start")),
    }));
}

/** The parser has one code for several mistakes; only its message tells an open quote from a missing comma. */
function kindOf(code: string, message: string): Problem["kind"] {
  if (code === "RESOURCE_EXHAUSTION") return "deep";
  if (code === "TAB_AS_INDENT") return "tab";
  if (code === "BAD_DQ_ESCAPE") return "escape";
  if (message.startsWith("Missing closing")) return "quote";
  if (/\bflow\b/i.test(message) && code !== "BLOCK_IN_FLOW") return "flow";
  return code === "BAD_INDENT" ? "indent" : "other";
}

function laterDocument(document: Document.Parsed, draft: Draft, { file }: Block): readonly Diagnostic[] {
  const second = document.errors.find(({ code }) => code === "MULTIPLE_DOCS");
  if (second === undefined) return [];
  const at = draft.toSource(second.pos[0], "start");
  const line = /^[^\r\n]*/.exec(file.text.slice(at))?.[0].trimEnd().length ?? 0;
  return [yamlDiagnostics.create("manifest/several-documents", span(file, at, at + line), {})];
}
