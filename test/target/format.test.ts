import { describe, expect, test } from "vitest";
import { layOut } from "../../src/target/format.ts";
import { outputFolder, shortHash } from "../../src/target/name.ts";
import type { OutputFile } from "../../src/target/target.ts";

const generated = (path: string, text: string): OutputFile => ({ path, text, layout: "generated" });

describe("layout", () => {
  test("lays out TypeScript, JavaScript and JSON", async () => {
    const files = await layOut([
      generated("a.ts", "export   const a:number = 1"),
      generated("b.js", "export function f(){return 'x'}"),
      generated("c.json", '{"a":[1,2],\n"b":null}'),
    ]);
    expect(files.map(({ text }) => text)).toEqual([
      "export const a: number = 1;\n",
      'export function f() {\n  return "x";\n}\n',
      '{ "a": [1, 2], "b": null }\n',
    ]);
  });

  test("sorts by path, whatever the order was", async () => {
    const files = ["b/a", "a/b", "a-b", "a", "B"].map((path) => generated(path, ""));
    const sorted = ["B", "a", "a-b", "a/b", "b/a"];
    expect((await layOut(files)).map(({ path }) => path)).toEqual(sorted);
    expect((await layOut(files.toReversed())).map(({ path }) => path)).toEqual(sorted);
  });

  test("leaves verbatim files and other languages as they are", async () => {
    const files: OutputFile[] = [
      { path: "a.ts", text: "const  a = 1 \r\n", layout: "verbatim" },
      generated("b.md", "*  a\r\n"),
      generated("c.py", "x  =  1"),
    ];
    expect(await layOut(files)).toEqual(files);
  });

  test("names the file that is no legal text", async () => {
    await expect(layOut([generated("x/broken.ts", "const = ;")])).rejects.toThrow("x/broken.ts");
  });
});

describe("the folder of a program", () => {
  test("is its name where that is a plain one", () => {
    for (const name of ["make-pdf", "a.b", "技能", "_x", "a__b"]) expect(outputFolder(name)).toBe(name);
  });

  test("leads nowhere else, and stays apart from others", () => {
    const names = ["..", ".", "../x", "a/b", "a\\b", "/a", "", " ", "a:b", ".git", "-x"];
    const folders = names.map(outputFolder);
    for (const folder of folders) expect(folder).toMatch(/^[\p{L}\p{N}_][\p{L}\p{N}._-]*-[0-9a-f]{8}$/u);
    expect(new Set(folders).size).toBe(names.length);
  });

  test("has a hash that is FNV-1a", () => {
    expect(shortHash("")).toBe("811c9dc5");
    expect(shortHash("a")).toBe("e40c292c");
    expect(shortHash("foobar")).toBe("bf9cf968");
  });
});
