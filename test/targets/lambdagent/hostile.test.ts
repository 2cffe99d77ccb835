import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Program } from "../../../src/ir/program.ts";
import { lambdagent } from "../../../targets/lambdagent/index.ts";
import { lamWith, programWith, skillWith, toolWith } from "../../helpers/program.ts";
import { runPython } from "../../helpers/python.ts";

const hostile = [
  "",
  " \n",
  '"""\nimport os\n"""',
  "'''",
  "\\",
  '\\"',
  "{} {0} %s ${x} #{x} `x`",
  "a\rb\r\nc\n",
  "\u0000\u0001\u0007\u001b\u007f\u0085\u00a0\u00ad\u2028\u2029\ufeff\ufffe",
  "\ud800",
  "a\udfffb",
  "\ud83d\ude42 建议总评 ﷽ é e\u0301",
  "\\u0041 \\N{DASH} \\x41 \\101",
  "# -*- coding: latin-1 -*-\n",
  "---\n- : ? & * ! | > % @ \t\n...",
  "\n".repeat(50_000),
  "x".repeat(100_000),
  'a"\\'.repeat(30_000),
];

/** The text goes wherever a skill's text goes. */
function programOf(text: string, i: number): Program {
  return programWith({
    name: `p${i}`,
    term: lamWith({
      name: text,
      model: text,
      prompt: `p${text}`,
      tools: [toolWith("T", [], { description: text })],
    }),
    skills: [skillWith({ name: text, description: text, version: text })],
    permissionDiff: [{ change: "withheld", what: "tool", name: text, skill: text, because: text }],
  });
}

const readBack = `out = []
for path in data["modules"]:
    module = load(path)
    lam = module.build()
    skill = module.SKILLS[0]
    out.append([lam.name, lam.model, lam.prompt[1:], module.TOOLS["T"]["description"], skill["name"], skill["description"], skill["version"]])
try:
    import yaml
    configs = [yaml.safe_load((here / path).read_text(encoding="utf-8")) for path in data["configs"]]
except ImportError:
    configs = None
done({"modules": out, "configs": configs})
`;

function check(texts: readonly string[]): void {
  const emitted = texts.map((text, i) => lambdagent.emit(programOf(text, i)));
  const files = Object.fromEntries(emitted.flat().map(({ path, text }) => [path, text]));
  const paths = Object.keys(files);
  const got = runPython(readBack, files, {
    modules: paths.filter((path) => path.endsWith(".py")),
    configs: paths.filter((path) => path.endsWith(".yaml")),
  }) as { modules: string[][]; configs: unknown[] | null };
  expect(got.modules).toEqual(texts.map((text) => Array.from({ length: 7 }, () => text)));
  const wanted = texts.map((text) => ({
    ...(text === "" ? {} : { description: text }),
    systemPrompt: `p${text}`,
    model: { name: text, temperature: 0, maxTokens: 1024 },
  }));
  if (got.configs !== null) expect(got.configs).toMatchObject(wanted);
  const configs = emitted.map((outputs) => parse(outputs[1]?.text ?? "") as unknown);
  expect(configs).toMatchObject(wanted);
}

describe("a hostile text", () => {
  test("comes back byte for byte from the module and from the configuration", () => {
    check(hostile);
  });

  test("comes back whatever it is", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        '"',
        '"""',
        "'",
        "\\",
        "\n",
        "\r",
        "\r\n",
        "\t",
        "#",
        "{",
        "}",
        "\ud800",
        "\udc00",
        "\u2028",
        ": ",
        "- ",
      ),
    );
    const texts = fc.array(
      fc.array(piece, { maxLength: 12 }).map((parts) => parts.join("")),
      {
        minLength: 20,
        maxLength: 20,
      },
    );
    const runs = Math.max(1, Math.ceil(Number(process.env["FC_RUNS"] ?? 200) / 20));
    fc.assert(fc.property(texts, check), { seed: 42, numRuns: runs });
  });
});
