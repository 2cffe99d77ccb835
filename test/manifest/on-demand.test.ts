import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseDocument } from "yaml";
import { groupSkills } from "../../src/manifest/discover.ts";
import { splitFrontMatter } from "../../src/manifest/front-matter.ts";
import { dataOf } from "../../src/manifest/node.ts";
import { readDataFile, readSkills, siblingParser } from "../../src/manifest/on-demand.ts";
import { readPlain } from "../../src/manifest/plain.ts";
import { readData, readSkill } from "../../src/manifest/read.ts";
import { readDataPlainly, readSkillPlainly } from "../../src/manifest/reader.ts";
import { sourceFile, textSource } from "../../src/report/source.ts";

const corpus = process.env["SKILLC_CORPUS"] ?? "../shared/corpus";

const sources = groupSkills(
  [
    ["a", "name: a\ndescription: Plain.\n"],
    ["b", "name: b\ndescription: >-\n  Folded\n\n  text.\n"],
    ["c", "name: c\ndescription: Plain again.\n"],
    ["d", "name: [d\n"],
  ].map(([name, yaml]) => textSource(`${name}/SKILL.md`, `---\n${yaml}---\nText.\n`)),
);

test("skills are read in order, alike with and without the full parser", async () => {
  const read = await readSkills(sources);
  expect(read.map(({ value }) => value.source.folder)).toEqual(["a", "b", "c", "d"]);
  const told = ({ value, diagnostics }: (typeof read)[number]): unknown => [
    value.frontMatter && dataOf(value.frontMatter),
    value.body?.text,
    diagnostics.map(({ code }) => code),
  ];
  expect(read.map(told)).toEqual(sources.map((source) => told(readSkill(source))));
  expect(sources.map((source) => readSkillPlainly(source) !== undefined)).toEqual([true, false, true, false]);
});

test("a data file takes the full parser where it needs it", async () => {
  for (const [text, isPlain] of [
    ["name: watch\n", true],
    ["name: watch\ncapabilities: [net]\n", false],
  ] as const) {
    const file = textSource("watch.yml", text);
    expect(readDataPlainly(file, "device") !== undefined).toBe(isPlain);
    const { value } = await readDataFile(file, "device");
    expect(value.root && dataOf(value.root)).toEqual(
      (({ root }) => root && dataOf(root))(readData(file, "device").value),
    );
  }
});

test("the parser of siblings is there where a skill has YAML beside it", async () => {
  const file = textSource("a/agents/openai.yaml", "policy: {a: 1}\n");
  const [source] = groupSkills([textSource("a/SKILL.md", "---\nname: a\n---\n"), file]);
  if (source === undefined) throw new Error("the skill is there");
  const parse = await siblingParser([source]);
  expect(parse(file, 0, file.text.length).value?.kind).toBe("map");
});

test.skipIf(!existsSync(corpus))("plain front matter of real skills has the values of `yaml`", () => {
  const paths = readdirSync(corpus, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith("SKILL.md"),
  );
  let answered = 0;
  for (const path of paths) {
    const file = sourceFile({ path, bytes: new Uint8Array(readFileSync(join(corpus, path))) });
    const { yaml } = splitFrontMatter(file).value;
    const plain = yaml && readPlain(file, yaml.start, yaml.end);
    if (yaml === undefined || plain === undefined) continue;
    answered++;
    const document = parseDocument(file.text.slice(yaml.start, yaml.end), { version: "1.2" });
    expect(document.errors, path).toEqual([]);
    expect(dataOf(plain), path).toEqual(document.toJS());
  }
  // Most skills are written plainly; were it few, the shorter way would be worth nothing.
  expect(answered * 3).toBeGreaterThan(paths.length);
});
