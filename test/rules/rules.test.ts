import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { rules } from "../../src/rules/index.ts";
import type { Rule } from "../../src/rules/rule.ts";
import { expectDiagnostics, expectFix } from "../helpers/diagnostics.ts";
import type { Fixture } from "../helpers/fixtures.ts";
import { checkFixture, readFixture } from "../helpers/fixtures.ts";

const here = import.meta.dirname;

function fixturesOf({ id }: Pick<Rule, "id">): readonly Fixture[] {
  const folder = join(here, id);
  const names = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  return names.map((name) => readFixture(folder, name));
}

describe.each(rules)("$id", (rule) => {
  const codes = new Set(rule.declared.map(({ code }) => code));
  const fixtures = fixturesOf(rule);
  const invalid = fixtures.filter(({ name }) => name.startsWith("invalid"));
  const valid = fixtures.filter(({ name }) => name.startsWith("valid"));

  test("has fixtures of both kinds and no others", () => {
    expect(invalid.length).toBeGreaterThan(0);
    expect(valid.length).toBeGreaterThan(0);
    expect(fixtures.length).toBe(invalid.length + valid.length);
  });

  // Nothing else is wrong with a fixture, so that each shows one mistake.
  test.each(invalid)("reports $name", async (fixture) => {
    const { diagnostics } = await checkFixture(fixture, rule);
    expect(fixture.expected.length).toBeGreaterThan(0);
    expectDiagnostics(diagnostics, fixture.expected);
  });

  test.each(valid)("is silent on $name", async (fixture) => {
    const { diagnostics, subjects } = await checkFixture(fixture, rule);
    expect(subjects.length).toBeGreaterThan(0);
    expectDiagnostics(
      diagnostics.filter(({ code }) => codes.has(code)),
      [],
    );
  });

  const fixed = invalid.flatMap((fixture) =>
    fixture.expected.filter((expected) => expected.fixed === true).map(({ code }) => ({ fixture, code })),
  );
  test.each(fixed)("mends $code in $fixture.name", async ({ fixture, code }) => {
    await expectFix(fixture.skills, code, (files) => checkFixture(fixture, rule, files));
  });
});

test("every fixture with a fix says so", async () => {
  for (const rule of rules) {
    for (const fixture of fixturesOf(rule).filter(({ name }) => name.startsWith("invalid"))) {
      const { diagnostics } = await checkFixture(fixture, rule);
      const withFix = diagnostics.filter(({ fix }) => fix !== undefined).length;
      const said = fixture.expected.filter((expected) => expected.fixed === true).length;
      expect(said, `${rule.id}/${fixture.name}`).toBe(withFix);
    }
  }
});

/** Folders of no rule are named after a code that the reader, the guard language or lowering reports. */
const early = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap((area) => readdirSync(join(here, area.name)).map((name) => `${area.name}/${name}` as const))
  .filter((id) => rules.every((rule) => rule.id !== id))
  .toSorted();

describe.each(early)("%s", (code) => {
  test.each(fixturesOf({ id: code }))("is reported for $name", async (fixture) => {
    const { diagnostics } = await checkFixture(fixture, undefined);
    expect(fixture.expected.map((expected) => expected.code)).toContain(code);
    expectDiagnostics(diagnostics, fixture.expected);
  });
});
