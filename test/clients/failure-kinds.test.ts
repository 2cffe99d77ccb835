import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { refusalsOf, reportClients } from "../../src/cli/clients.ts";
import { loadSkills } from "../../src/cli/load.ts";
import { countTokens } from "../../src/cli/tokens.ts";
import type { ClientName } from "../../src/clients/client.ts";
import { clients } from "../../src/clients/index.ts";
import type { Analysis } from "../../src/compile.ts";
import { check, compile } from "../../src/compile.ts";
import type { Diagnostic } from "../../src/report/diagnostic.ts";
import { fixedText } from "../../src/report/fix.ts";
import type { SourceFile } from "../../src/report/source.ts";
import { sourceFile, textOf } from "../../src/report/source.ts";
import { rules as listed } from "../../src/rules/index.ts";
import { securityHiddenText } from "../../src/rules/security/hidden-text.ts";
import { securityPrototypeKey } from "../../src/rules/security/prototype-key.ts";
import { agentSkills } from "../../targets/agent-skills/index.ts";
import type { FailureCase, Shown } from "./failure-cases.ts";
import { failureCases } from "./failure-cases.ts";

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly right: string;
}

const rows = JSON.parse(
  readFileSync(new URL("./fixtures/failure-kinds.json", import.meta.url), "utf8"),
) as readonly Row[];
const kinds = new Map(rows.map((row) => [row.id, row]));

function filesOf({ files }: FailureCase): readonly SourceFile[] {
  return Object.entries(files).map(([path, content]) => {
    if (content === null) return sourceFile({ path, kind: "directory" });
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    return sourceFile({ path, bytes });
  });
}

const rules = [...new Set([...listed, securityHiddenText, securityPrototypeKey])];

const options = {
  rules,
  knownTargets: [agentSkills],
  read: (file: SourceFile): SourceFile => file,
  tokenizer: () => Promise.resolve(countTokens),
};

/** What `check --client …` reports. */
async function asked(
  files: readonly SourceFile[],
  names: readonly ClientName[],
): Promise<readonly Diagnostic[]> {
  const analysis = await check(files, { ...options, clients: names });
  const report = reportClients(
    analysis,
    clients.filter(({ name }) => names.includes(name)),
    { countTokens },
  );
  return [...analysis.diagnostics, ...refusalsOf(report, analysis, analysis.diagnostics)];
}

function shows(found: readonly Diagnostic[], wanted: Shown): void {
  const alike = found.filter(({ code }) => code === wanted.code);
  const fits = alike.filter(
    ({ severity, span, message, help = "", fix }) =>
      severity === (wanted.severity ?? severity) &&
      textOf(span) === (wanted.at ?? textOf(span)) &&
      `${message}\n${help}`.includes(wanted.says ?? "") &&
      fix?.safety === (wanted.fix ?? fix?.safety) &&
      (wanted.mended === undefined ||
        (fix !== undefined && fixedText(span.file, [fix]).includes(wanted.mended))),
  );
  const all = found.map(
    ({ code, severity, span, message, help, fix }) =>
      `${severity} ${code} |${textOf(span)}| ${message} (${help ?? ""}) ${fix === undefined ? "" : `${fix.safety}: ${fixedText(span.file, [fix]).slice(0, 300)}`}`,
  );
  expect(fits.length, `wanted ${JSON.stringify(wanted)} among\n${all.join("\n")}`).toBeGreaterThan(0);
}

function verdictsAreRight({ clients: wanted = [] }: FailureCase, analysis: Analysis): void {
  const source = analysis.subjects
    .map(({ manifest }) => manifest.source)
    .toSorted((a, b) => (a.folder < b.folder ? 1 : -1))
    .find(({ skillMd }) => skillMd !== undefined);
  if (source?.skillMd === undefined) throw new Error("no SKILL.md to ask about");
  const folderName = source.folder.slice(source.folder.lastIndexOf("/") + 1);
  for (const { client, lost, ...rest } of wanted) {
    const model = clients.find(({ name }) => name === client);
    const verdict = model?.load({ file: source.skillMd, folderName });
    expect(verdict, client).toMatchObject(rest);
    if (lost !== undefined) expect(verdict?.lost, client).toEqual(lost);
  }
}

async function emitsRight({ emits = {} }: FailureCase, files: readonly SourceFile[]): Promise<void> {
  const { files: written } = await compile(files, { ...options, targets: [agentSkills] });
  for (const [path, { has = [], lacks = [] }] of Object.entries(emits)) {
    const file = written.find((each) => each.path === path);
    expect(written.map((each) => each.path)).toContain(path);
    for (const text of has) expect(file?.text).toContain(text);
    for (const text of lacks) expect(file?.text).not.toContain(text);
  }
}

const labelled = failureCases.map(
  (one, i) => [`${one.id} ${kinds.get(one.id)?.kind ?? ""} (${i})`, one] as const,
);

test("every kind has a case that shows something, and no case is of another kind", () => {
  expect(rows).toHaveLength(70);
  expect([...new Set(failureCases.map(({ id }) => id))].toSorted()).toEqual([...kinds.keys()].toSorted());
  const empty = failureCases.filter(
    ({ finds, accepted, quiet, clients: verdicts, asked: question, emits, grants, because }) =>
      [finds, accepted, quiet, verdicts, question, emits, grants, because].every(
        (part) => part === undefined,
      ),
  );
  expect(empty).toEqual([]);
});

describe.each(labelled)("%s", (_label, one) => {
  const files = filesOf(one);

  test("is reported", async () => {
    const { diagnostics, subjects } = await check(files, options);
    for (const wanted of one.finds ?? []) shows(diagnostics, wanted);
    const codes = new Set(diagnostics.map(({ code }) => code));
    for (const code of one.quiet ?? []) expect([...codes]).not.toContain(code);
    if (one.accepted === true) {
      expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    }
    if (one.grants !== undefined) {
      expect(subjects[0]?.skill.allowedTools?.map(({ name }) => name)).toEqual(one.grants);
    }
    // One bad skill never hides another.
    const skills = Object.keys(one.files).filter((path) => /(?:^|\/)skill\.md$/i.test(path));
    expect(subjects).toHaveLength(skills.length);
  });

  if (one.clients !== undefined)
    test("is judged as each client judges it", async () => {
      verdictsAreRight(one, await check(files, options));
    });

  if (one.asked !== undefined)
    test("is reported where a client is asked about", async () => {
      const found = await asked(files, one.asked?.clients ?? []);
      for (const wanted of one.asked?.finds ?? []) shows(found, wanted);
    });

  if (one.emits !== undefined)
    test("is written in the form that every loader reads", async () => {
      await emitsRight(one, files);
    });
});

describe("on a disk", () => {
  const root = mkdtempSync(join(tmpdir(), "skillc-kinds-"));
  afterAll(() => {
    rmSync(root, { recursive: true, force: true });
  });
  const put = (path: string): void => {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), "---\nname: a\ndescription: Does a. Use when asked.\n---\nDo it.\n");
  };
  const found = (path: string): readonly string[] =>
    loadSkills([join(root, path)])
      .files.map((file) => file.path)
      .filter((name) => name.endsWith("SKILL.md"));

  test("F03: a folder that links to its parent ends nothing", () => {
    put("circle/a/SKILL.md");
    symlinkSync("..", join(root, "circle/a/loop"));
    expect(found("circle")).toHaveLength(1);
  });

  test("D12: of two roots of which one links to the other, each skill is read once", () => {
    put("twice/.claude/skills/a/SKILL.md");
    mkdirSync(join(root, "twice/.github"));
    symlinkSync("../.claude/skills", join(root, "twice/.github/skills"));
    expect(found("twice")).toHaveLength(1);
  });

  test("F04: a root that is a link is read where it is named", () => {
    put("linked/pack/a/SKILL.md");
    symlinkSync("pack", join(root, "linked/skills"));
    expect(found("linked/skills")).toHaveLength(1);
  });

  test("F07: skills of packages are not the author's", () => {
    put("vendored/a/SKILL.md");
    put("vendored/node_modules/p/.claude/skills/x/SKILL.md");
    expect(found("vendored")).toHaveLength(1);
  });
});
