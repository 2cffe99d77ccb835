import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { errorsOfLayout, formRules, formatAll, formatGuards } from "../../src/cli/fmt-files.ts";
import { clients } from "../../src/clients/index.ts";
import { jsYaml4 } from "../../src/clients/yaml/jsyaml.ts";
import { pyYaml } from "../../src/clients/yaml/pyyaml.ts";
import { yaml2 } from "../../src/clients/yaml/yaml2.ts";
import { check } from "../../src/compile.ts";
import type { Diagnostic } from "../../src/report/diagnostic.ts";
import type { SourceFile } from "../../src/report/source.ts";
import { sourceFile, textSource } from "../../src/report/source.ts";
import { rules } from "../../src/rules/index.ts";
import type { Rule } from "../../src/rules/rule.ts";
import { targets } from "../../targets/index.ts";
import { skillc, withFolder } from "../helpers/command.ts";
import { corpusSkills, hasCorpus, unlessCorpus } from "../helpers/corpus.ts";

const unordered =
  "---\ndescription: Audits bills. Use when asked.\nname: audit\nversion: 1.10\n---\nAudit.\n";
const ordered = "---\nname: audit\ndescription: Audits bills. Use when asked.\nversion: 1.10\n---\nAudit.\n";
const broken = "---\nname: broken\ndescription: Sorts: imports.\ntags: [x]\n---\nSort them.\n";

function withSkills(run: (folder: string) => void): void {
  withFolder((folder) => {
    for (const [path, text] of Object.entries({ "audit/SKILL.md": unordered, "broken/SKILL.md": broken })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    run(folder);
  });
}

describe("fmt", () => {
  test("lays out in place, leaves a skill with errors alone and reports it, and has nothing to do twice", () => {
    withSkills((folder) => {
      const first = skillc(["fmt"], { cwd: folder });
      expect(first.status).toBe(1);
      expect(first.stdout).toBe("formatted audit/SKILL.md\n2 skills: 1 formatted\n");
      expect(first.stderr).toContain("error[manifest/unquoted-colon]");
      expect(readFileSync(join(folder, "audit/SKILL.md"), "utf8")).toBe(ordered);
      expect(readFileSync(join(folder, "broken/SKILL.md"), "utf8")).toBe(broken);
      const { mtimeMs } = statSync(join(folder, "audit/SKILL.md"));
      expect(skillc(["fmt", "audit"], { cwd: folder })).toMatchObject({
        status: 0,
        stdout: "1 skill: 0 formatted\n",
      });
      expect(statSync(join(folder, "audit/SKILL.md")).mtimeMs).toBe(mtimeMs);
    });
  });

  test("--check and --diff write nothing; --check fails where a file would change", () => {
    withSkills((folder) => {
      const checked = skillc(["fmt", "audit", "--check"], { cwd: folder });
      expect(checked).toMatchObject({
        status: 1,
        stdout: "would change audit/SKILL.md\n1 skill: 1 would change\n",
      });
      const shown = skillc(["fmt", "audit", "--diff"], { cwd: folder });
      expect(shown.status).toBe(0);
      expect(shown.stdout).toContain(
        "-description: Audits bills. Use when asked.\n name: audit\n+description:",
      );
      expect(readFileSync(join(folder, "audit/SKILL.md"), "utf8")).toBe(unordered);
      writeFileSync(join(folder, "audit/SKILL.md"), ordered);
      expect(skillc(["fmt", "audit", "--check"], { cwd: folder }).status).toBe(0);
    });
  });

  test("--dialect portable says what moves, also as JSON", () => {
    withSkills((folder) => {
      const { status, stdout } = skillc(["fmt", "audit", "--dialect", "portable", "--format", "json"], {
        cwd: folder,
      });
      expect(status).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({
        version: 1,
        files: ["audit/SKILL.md"],
        diagnostics: [{ code: "target/agent-skills-moved", severity: "info", line: 4 }],
        summary: { errors: 0, warnings: 0, infos: 1 },
      });
      expect(readFileSync(join(folder, "audit/SKILL.md"), "utf8")).toBe(
        '---\nname: audit\ndescription: "Audits bills. Use when asked."\nmetadata:\n  version: "1.10"\n---\nAudit.\n',
      );
    });
  });

  test("a dialect that is not there is wrong usage", () => {
    expect(skillc(["fmt", "examples", "--dialect", "pretty"]).status).toBe(2);
  });
});

interface Formatted {
  readonly changed: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
  readonly accepted: readonly SourceFile[];
}

const analyses = new WeakMap<readonly SourceFile[], ReturnType<typeof check>>();

/** One analysis serves both dialects. */
async function analyse(files: readonly SourceFile[], by: readonly Rule[]): ReturnType<typeof check> {
  const analysis = analyses.get(files) ?? check(files, { rules: by, knownTargets: targets });
  analyses.set(files, analysis);
  return analysis;
}

async function format(
  files: readonly SourceFile[],
  dialect: "plain" | "portable",
  by: readonly Rule[] = formRules(rules),
): Promise<Formatted> {
  const analysis = await analyse(files, by);
  const errors = errorsOfLayout(analysis.diagnostics);
  const { value, diagnostics } = formatAll(analysis, errors, dialect);
  const bad = new Set(errors.map(({ span }) => span.file.path));
  return {
    changed: new Map(value.map(({ before, after }) => [before.path, after.text])),
    diagnostics,
    accepted: files.filter(({ path, bytes }) => bytes !== undefined && !bad.has(path)),
  };
}

const front = (text: string): string => /^\ufeff?---[^\n]*\n([^]*?)^---/m.exec(text)?.[1] ?? "";

describe("guards of a skill.yml", () => {
  async function guardsOf(text: string): Promise<string> {
    const { subjects } = await check([textSource("a/skill.yml", text)], { rules: [], knownTargets: targets });
    return (await formatGuards({ subjects }, []))[0]?.after.text ?? text;
  }

  test("lose parentheses that say nothing, and nothing else of the file changes", async () => {
    const text = `name: a
interface: {guard: {predicate: "((len(x)>3)) and  not ( x == 'a' or x=='b' )", retry: 1}} # why
steps:
  - {name: s, prompt: P, guard: {predicate: len( x )<3}}
`;
    const wanted = text
      .replace(`((len(x)>3)) and  not ( x == 'a' or x=='b' )`, `len(x) > 3 and not (x == 'a' or x == 'b')`)
      .replace("len( x )<3", '"len(x) < 3"');
    expect(await guardsOf(text)).toBe(wanted);
    expect(await guardsOf(wanted)).toBe(wanted);
  });

  test("stay where the author chose how a pattern is written or a line is broken, or where they do not parse", async () => {
    for (const predicate of [
      `"regex(x, r'^a') and (len(x) > 1)"`,
      `"(x == 'a\\n')"`,
      ">-\n      (len(x) > 1)\n      and len(x) < 9",
      '"(len(x)"',
    ]) {
      const text = `name: a\ninterface:\n  guard:\n    predicate: ${predicate}\n`;
      expect(await guardsOf(text)).toBe(text);
    }
  });
});

describe("what a value is", () => {
  test("in the body keeps nothing from being laid out, and one that is not UTF-8 does", async () => {
    const text = "---\ndescription: D. Use when asked.\nname: a\n---\nRead [this](gone.md) \u0007.\n";
    const { changed } = await format([textSource("a/SKILL.md", text)], "plain");
    expect([...changed.values()]).toEqual([
      "---\nname: a\ndescription: D. Use when asked.\n---\nRead [this](gone.md) \u0007.\n",
    ]);
    const bytes = new TextEncoder()
      .encode(text.replace("\u0007", "é"))
      .map((byte) => (byte === 0xa9 ? 0xff : byte));
    const lossy = await format([sourceFile({ path: "a/SKILL.md", bytes })], "plain");
    expect(lossy.changed.size).toBe(0);
  });

  test("becomes a text in the portable form, where strict clients want one", async () => {
    const text =
      "---\nname: a\ndescription: D. Use when asked.\nmetadata:\n  needs: {bins: [jq]}\n---\nDo it.\n";
    const { changed } = await format([textSource("a/SKILL.md", text)], "portable");
    expect(changed.get("a/SKILL.md")).toContain(`\n  needs: '{"bins":["jq"]}'\n`);
  });

  test("is not settled by a formatter where readers differ", async () => {
    // A lone CR is a line end for YAML, and a character of the value for the library that several clients read with.
    const text = '---\ndescription: "A\r b"\nname: a\n---\nDo it.\n';
    for (const dialect of ["plain", "portable"] as const) {
      const { changed, diagnostics } = await format([textSource("a/SKILL.md", text)], dialect);
      expect(changed.size).toBe(0);
      expect(diagnostics).toMatchObject([{ code: "manifest/layout-kept", severity: "info" }]);
    }
  });

  test("stays in either dialect", async () => {
    const file = textSource("a/SKILL.md", "---\ndescription: D --- E\nname: a\nlicense: ''\n---\nDo it.\n");
    const plain = await format([file], "plain");
    expect(parse(front(plain.changed.get("a/SKILL.md") ?? ""))).toEqual({
      name: "a",
      description: "D --- E",
      license: "",
    });
    const portable = await format([file], "portable");
    expect(parse(front(portable.changed.get("a/SKILL.md") ?? ""))).toEqual({
      name: "a",
      description: "D --- E",
      license: "",
    });
  });
});

describe.skipIf(!hasCorpus)(`on the corpus${unlessCorpus}`, () => {
  const files = corpusSkills().flatMap((skill) => skill.files);
  const folderName = (path: string): string => path.split("/").at(-2) ?? "";

  test("the plain dialect keeps the body, and the values for every reader that had them", async () => {
    const { changed, accepted } = await format(files, "plain");
    expect(changed.size).toBeGreaterThan(100);
    const some = accepted.filter(({ path }) => changed.has(path)).filter((_, i) => i % 6 === 0);
    for (const before of some) {
      const after = changed.get(before.path) ?? "";
      const body = before.text.slice(before.text.indexOf("\n---", 4) + 4);
      expect(after.endsWith(body.replace(/^[ \t]*\r?\n/, "")), before.path).toBe(true);
      for (const dialect of [yaml2, jsYaml4, pyYaml]) {
        const old = dialect(front(before.text));
        if (old.kind === "fields") expect(dialect(front(after)), before.path).toEqual(old);
      }
      const read = yaml2(front(before.text));
      const written = read.kind === "fields" ? String(read.fields.get("description")) : undefined;
      for (const client of clients) {
        const wanted = written === undefined ? undefined : shapedBy(client.name, written);
        const folder = folderName(before.path);
        const load = (file: SourceFile): ReturnType<typeof client.load> =>
          client.load({ file, folderName: folder });
        const old = load(before);
        // Some clients read a text that is broken over lines, or holds a fence, in a way of their own.
        if (old.name === undefined || old.description !== wanted) continue;
        const { name, description } = load(textSource(before.path, after));
        expect([client.name, name, description], before.path).toEqual([client.name, old.name, wanted]);
      }
    }
  }, 120_000);

  test("laying out twice changes nothing the second time, in either dialect", async () => {
    for (const dialect of ["plain", "portable"] as const) {
      const { changed } = await format(files, dialect);
      const again = await format(
        [...changed].map(([path, text]) => textSource(path, text)),
        dialect,
        [],
      );
      expect([...again.changed.keys()], dialect).toEqual([]);
    }
  }, 120_000);

  test("the portable dialect is read alike by every client, with the values that stood there", async () => {
    const { changed, accepted, diagnostics } = await format(files, "portable");
    let read = 0;
    const some = accepted.filter((_, i) => i % 6 === 0);
    for (const before of some) {
      const after = textSource(before.path, changed.get(before.path) ?? before.text);
      const old = yaml2(front(before.text));
      if (old.kind !== "fields") throw new Error(`${before.path} is accepted, and yaml cannot read it`);
      const now = yaml2(front(after.text));
      if (now.kind !== "fields") throw new Error(before.path);
      const { name, description } = Object.fromEntries(now.fields) as Record<string, string>;
      expect([name, description], before.path).toEqual([
        old.fields.get("name"),
        old.fields.get("description"),
      ]);
      expect(missing(old.fields, now.fields), before.path).toEqual([]);
      for (const client of clients) {
        const verdict = client.load({ file: after, folderName: folderName(before.path) });
        if (verdict.name === undefined) continue;
        read++;
        const shaped = shapedBy(client.name, description ?? "");
        expect([client.name, verdict.name, verdict.description], before.path).toEqual([
          client.name,
          name,
          shaped,
        ]);
        expect(verdict.lenient).toBe(false);
      }
    }
    // Clients refuse some skills for what they say: a folder of another name, angle brackets, too long a text.
    expect(read / (some.length * clients.length)).toBeGreaterThan(0.9);
    expect(new Set(diagnostics.map(({ severity }) => severity))).toEqual(new Set(["info", "warning"]));
  }, 120_000);
});

/** What a client makes of a description whatever form it is written in. */
function shapedBy(client: string, description: string): string {
  switch (client) {
    case "codex":
      return description.trim().replaceAll(/[\s\u0085]+/g, " ");
    case "openclaw":
    case "reference":
    case "roo":
      return description.trim();
    case "vscode":
      return description.replaceAll(/<[^>]+>/g, "").slice(0, 1024);
    default:
      return description;
  }
}

/** Values at the top whose text is nowhere in the new fields. */
function missing(old: ReadonlyMap<unknown, unknown>, now: ReadonlyMap<unknown, unknown>): readonly string[] {
  const metadata = now.get("metadata");
  const there = new Map<unknown, unknown>([...now, ...(metadata instanceof Map ? metadata : [])]);
  const before = old.get("metadata");
  const entries = [...old, ...(before instanceof Map ? before : [])];
  return entries
    .filter(([key, value]) => key !== "metadata" && value !== null && !isKept(key, value, there))
    .map(([key]) => String(key));
}

function isKept(key: unknown, value: unknown, there: ReadonlyMap<unknown, unknown>): boolean {
  const found = there.get(String(key)) ?? there.get(`top-${String(key)}`);
  if (typeof found !== "string") return false;
  if (typeof value === "string") return found === value || key === "allowed-tools";
  // Lists and mappings are JSON, numbers the characters that were written.
  const plain = JSON.stringify(plainOf(value));
  return key === "allowed-tools" || JSON.stringify(JSON.parse(found)) === plain || Number(found) === value;
}

function plainOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainOf);
  if (!(value instanceof Map)) return value;
  return Object.fromEntries([...value].map(([key, one]) => [String(key), plainOf(one)]));
}
