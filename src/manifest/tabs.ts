import type { Fix } from "../report/diagnostic.ts";
import { span } from "../report/source.ts";
import type { Block, Line } from "./block.ts";
import { lineIndexAt } from "./block.ts";
import type { Problem, Repair } from "./problem.ts";
import { yamlDiagnostics } from "./yaml-diagnostics.ts";

/** Tabs in the indentation: one diagnostic for all of them, which have one cause. */
export function tabRepair(block: Block, problems: readonly Problem[], first: Problem): Repair | undefined {
  const lines = new Set(
    problems
      .filter(({ kind, start }) => kind === "tab" || (kind === "indent" && start === first.start))
      .map(({ start }) => block.lines[lineIndexAt(block, start)])
      .filter((line) => line !== undefined && tabsOf(block, line).length > 0),
  );
  const line = block.lines[lineIndexAt(block, first.start)];
  if (line === undefined || !lines.has(line)) return undefined;
  const tabs = [...lines].flatMap((each) => (each === undefined ? [] : tabsOf(block, each)));
  const all = block.lines.flatMap((each) => tabsOf(block, each));
  const fix: Fix = {
    title: "Indent with spaces",
    safety: "unsafe",
    edits: all.map((at) => ({ span: span(block.file, at, at + 1), replacement: "  " })),
  };
  return {
    diagnostics: [
      yamlDiagnostics.create("manifest/tab", span(block.file, line.start, line.first), {}, { fix }),
    ],
    edits: tabs.map((at) => ({ start: at, end: at + 1, replacement: "  " })),
  };
}

/** Offsets of tabs in the indentation of a line. */
function tabsOf({ file }: Block, line: Line): readonly number[] {
  const tabs: number[] = [];
  for (let at = line.start; at < line.first; at++) if (file.text.charAt(at) === "\t") tabs.push(at);
  return tabs;
}
