import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { allDiagnostics } from "../../src/cli/catalogue.ts";
import { rules } from "../../src/rules/index.ts";
import { filesBelow, readFixture } from "../helpers/fixtures.ts";

const root = join(import.meta.dirname, "../..");
const sources = ["src", "grammar", "targets"].flatMap((folder) =>
  filesBelow(join(root, folder))
    .filter((path) => path.endsWith(".ts"))
    .map((path) => ({ path: `${folder}/${path}`, text: readFileSync(join(root, folder, path), "utf8") })),
);

/** Folders whose codes have an area of another name. */
const areaOf: Readonly<Record<string, string>> = { grammar: "guard", regex: "guard", targets: "target" };

/** Where a code is declared: `"area/name": {` at the start of an entry of a table. */
function declarations(): readonly { readonly code: string; readonly path: string }[] {
  return sources
    .filter(({ text }) => text.includes("defineDiagnostics({"))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^ {2}"([a-z-]+\/[a-z0-9-]+)": \{$/gm)].map(([, code = ""]) => ({ code, path })),
    );
}

function areaOfFile(path: string): string {
  const parts = path.split("/");
  const folder = parts[0] === "src" ? (parts[1] === "rules" ? parts[2] : parts[1]) : parts[0];
  return areaOf[folder ?? ""] ?? folder ?? "";
}

describe("the catalogue", () => {
  test("holds each code once", () => {
    const codes = allDiagnostics.map(({ code }) => code);
    expect(codes.filter((code, i) => codes.indexOf(code) !== i)).toEqual([]);
  });

  test("holds every code that any file declares, and no other", () => {
    const declared = declarations().map(({ code }) => code);
    expect(declared.filter((code, i) => declared.indexOf(code) !== i)).toEqual([]);
    expect(allDiagnostics.map(({ code }) => code).toSorted()).toEqual(declared.toSorted());
  });

  test("names each code after the folder of the file that declares it", () => {
    const wrong = declarations().filter(({ code, path }) => code.split("/")[0] !== areaOfFile(path));
    expect(wrong).toEqual([]);
  });

  test.each(allDiagnostics)("has a page for $code", ({ docs }) => {
    // The first paragraph is the summary that editors show.
    const [summary = ""] = docs.trim().split(/\n\s*\n/);
    expect(summary).toMatch(/[.:]$/);
    expect(docs.trim().length).toBeGreaterThanOrEqual(80);
    expect(docs).not.toMatch(/DESIGN|[a-z]!\s/);
  });

  test("writes no message in words that speak of the compiler", () => {
    const offenders = sources
      .filter(({ text }) => text.includes("defineDiagnostics({"))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/^\s+(?:message|help):.*$/gm)]
          .map(([line]) => line)
          .filter((line) => /\b(?:invalid|failed to|cannot parse|we|I|please)\b/i.test(line))
          .map((line) => `${path}: ${line.trim()}`),
      );
    expect(offenders).toEqual([]);
  });
});

describe("the list of rules", () => {
  const files = filesBelow(join(root, "src/rules"))
    .filter((path) => path.includes("/"))
    .filter((path) => readFileSync(join(root, "src/rules", path), "utf8").includes(": Rule = {"))
    .map((path) => path.replace(/\.ts$/, ""));

  test("holds every rule file under its own path", () => {
    expect(rules.map(({ id }) => id)).toEqual(files);
  });

  test("is exported by the file that the id names", () => {
    for (const { id } of rules) {
      const text = readFileSync(join(root, "src/rules", `${id}.ts`), "utf8");
      expect(text).toContain(`id: "${id}"`);
    }
  });
});

describe("every code", () => {
  const raised = new Set(
    filesBelow(import.meta.dirname)
      .filter((path) => path.endsWith("/expected.json"))
      .map((path) => path.replace(/\/expected\.json$/, ""))
      .flatMap((path) => readFixture(import.meta.dirname, path).expected.map(({ code }) => code)),
  );

  test.each(rules)("of $id is raised by a fixture of that rule", ({ id, declared }) => {
    const own = filesBelow(join(import.meta.dirname, id))
      .filter((path) => path.endsWith("/expected.json"))
      .map((path) => `${id}/${path.replace(/\/expected\.json$/, "")}`)
      .flatMap((path) => readFixture(import.meta.dirname, path).expected.map(({ code }) => code));
    // The form of a whole file is read before any rule, and tested there.
    const codes = declared.map(({ code }) => code).filter((code) => code !== "manifest/not-a-mapping");
    expect(codes.filter((code) => !own.includes(code))).toEqual([]);
  });

  // The reader, the guard language, lowering, the back ends and the command have tests of their own.
  test("that no rule raises is expected by another test", () => {
    const tests = filesBelow(join(root, "test"))
      .filter((path) => path.endsWith(".test.ts") && !path.startsWith("rules/"))
      .map((path) => readFileSync(join(root, "test", path), "utf8"));
    const silent = allDiagnostics
      .map(({ code }) => code)
      .filter((code) => !raised.has(code))
      .filter((code) => !tests.some((text) => text.includes(`${code}"`)));
    expect(silent).toEqual([]);
  });
});
