import type { DenyPattern, NameUse, OpaqueHook } from "../ir/skill.ts";
import type { SkillManifest } from "../manifest/manifest.ts";
import type { MapNode, Node, ScalarNode } from "../manifest/node.ts";
import { find, get } from "../manifest/node.ts";
import type { SourceFile, Span } from "../report/source.ts";
import type { ScriptReading } from "./hook-script.ts";
import { readHookScript } from "./hook-script.ts";
import { listAt, scalarAt } from "./parts.ts";

/** What the hooks of a skill come to: patterns on tool calls, and programs of which nothing is known. */
export interface LoweredHooks {
  readonly patterns: readonly DenyPattern[];
  readonly opaque: readonly OpaqueHook[];
  /** The key, where there is one. */
  readonly span: Span | undefined;
}

interface Hook {
  readonly event: string;
  readonly matcher: ScalarNode | undefined;
  /** Absent for a hook that runs no command. */
  readonly command: ScalarNode | undefined;
  readonly span: Span;
}

/**
 * Reads `hooks:` of the front matter, as Claude Code documents it: event → groups `{matcher, hooks: [{type, command}]}`.
 * A `PreToolUse` command that only searches for literal patterns becomes deny patterns; every other hook is opaque.
 */
export function lowerHooks(
  { frontMatter, source }: SkillManifest,
  read: (file: SourceFile) => SourceFile | undefined,
): LoweredHooks {
  const map = find(frontMatter, "hooks");
  if (map?.kind !== "map") return { patterns: [], opaque: [], span: map?.span };
  const lowered = map.entries.flatMap(({ key, value }) =>
    hooksIn(key.text, value).map((hook) => lowerHook(hook, source, read)),
  );
  return {
    patterns: lowered.flatMap(({ patterns }) => patterns),
    opaque: lowered.flatMap(({ opaque }) => opaque),
    span: map.span,
  };
}

/** The hooks of one event; a command that stands without a group around it is a hook for every tool. */
function hooksIn(event: string, groups: Node): Hook[] {
  const list = groups.kind === "list" ? groups.items : [groups];
  return list
    .filter((group): group is MapNode => group.kind === "map")
    .flatMap((group) => {
      const inner = get(group, "hooks") === undefined ? [group] : listAt(group, "hooks");
      return inner
        .filter((hook): hook is MapNode => hook.kind === "map")
        .map((hook) => ({
          event,
          matcher: scalarAt(group, "matcher"),
          command: scalarAt(hook, "command"),
          span: scalarAt(hook, "command")?.span ?? hook.span,
        }));
    });
}

type Lowered = Pick<LoweredHooks, "patterns" | "opaque">;

function lowerHook(hook: Hook, source: SkillManifest["source"], read: Reader): Lowered {
  const { event, command, span } = hook;
  const opaque = (because: string): Lowered => ({
    patterns: [],
    opaque: [{ event, command: command?.text ?? "", because, span }],
  });
  if (command === undefined) return opaque("it runs no command that could be read");
  if (event !== "PreToolUse") return opaque("only a `PreToolUse` hook can restrict");
  const tools = toolsOf(hook.matcher);
  if (tools === "pattern") return opaque("its matcher is a pattern, not a list of tool names");
  const program = programOf(command, source, read);
  if (typeof program === "string") return opaque(program);
  const reading = readHookScript(program.text);
  if (reading.kind === "opaque") return opaque(reading.because);
  return { patterns: denyPatterns(reading, program, tools), opaque: [] };
}

type Reader = (file: SourceFile) => SourceFile | undefined;

function denyPatterns(
  { patterns }: Extract<ScriptReading, { kind: "patterns" }>,
  { at }: Program,
  tools: readonly NameUse[] | undefined,
): readonly DenyPattern[] {
  return patterns.map(({ regex, action, field, start, end }) => {
    const span = at(start, end);
    // The pattern has been rewritten, so that a place inside it is the whole of it.
    return { regex, action, tools, field, span, at: () => span };
  });
}

/** Names joined by `|`; nothing for every tool. Claude Code reads a matcher as a regular expression. */
function toolsOf(matcher: ScalarNode | undefined): readonly NameUse[] | undefined | "pattern" {
  const text = matcher?.text.trim() ?? "";
  if (matcher === undefined || text === "" || text === "*" || text === ".*") return undefined;
  if (!/^\w+(?:\|\w+)*$/.test(text)) return "pattern";
  return text.split("|").map((name) => ({ name, span: matcher.span }));
}

interface Program {
  readonly text: string;
  readonly at: (start: number, end: number) => Span;
}

/** The command itself, or the script of the skill that it runs. */
function programOf(
  command: ScalarNode,
  { siblings }: SkillManifest["source"],
  read: Reader,
): Program | string {
  const words = command.text.trim().split(/\s+/);
  const [first = ""] = words;
  const path = (/^(?:ba|z|da)?sh$/.test(first) ? words[1] : first)?.replaceAll(/["']/g, "") ?? "";
  const isCall = words.length === (path === first.replaceAll(/["']/g, "") ? 1 : 2);
  if (!isCall || !/[/.]/.test(path)) return { text: command.text, at: command.at };
  const sibling = siblings.find((entry) => path === entry.path || path.endsWith(`/${entry.path}`));
  if (sibling === undefined) return "its script is not among the files of the skill";
  const file = read(sibling.file);
  if (file === undefined) return "its script cannot be read";
  if (!/\.(?:sh|bash)$|^[^.]*$/.test(sibling.path)) return "its script is no shell script";
  return { text: file.text, at: (start, end) => ({ file, start, end }) };
}

/** What a matching tool call sets off, for the effect of a skill with hooks that cannot be read. */
export function describeHook({ event, command }: OpaqueHook): string {
  const line = command.trim().split("\n", 1)[0] ?? "";
  const shown = line.length > 60 ? `${line.slice(0, 60)}…` : line;
  return shown === "" ? `has a \`${event}\` hook` : `runs \`${shown}\` as a \`${event}\` hook`;
}
