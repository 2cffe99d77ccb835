import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadSkills, readSibling } from "../../src/cli/load.ts";
import { check, portable } from "../../src/compile.ts";
import { textSource } from "../../src/report/source.ts";
import { targets } from "../../targets/index.ts";
import { root } from "../helpers/command.ts";

const folder = join(root, "examples/devices");
const illustrations = ["watch", "phone", "cloud"];
const devices = readdirSync(folder).map((name) => {
  const text = readFileSync(join(folder, name), "utf8");
  return { name: name.replace(/\.yml$/, ""), text, file: textSource(`examples/devices/${name}`, text) };
});
const sourced = devices.filter(({ name }) => !illustrations.includes(name));

describe("device profiles", () => {
  test("are at least twelve with sources", () => {
    expect(sourced.length).toBeGreaterThanOrEqual(12);
  });

  test.each(sourced)("$name names a page and the day it was read for its facts", ({ text }) => {
    expect(text).toMatch(/^#.*https:\/\/\S+/m);
    expect(text).toMatch(/read 20\d\d-\d\d-\d\d/);
  });

  test.each(sourced)("every figure of $name stands in its comments, where its source is", ({ text }) => {
    const comments = text
      .split("\n")
      .filter((line) => line.startsWith("#"))
      .join("\n");
    const written = text.slice(text.indexOf("\nname: "));
    const figures = [...written.matchAll(/(?:max_tokens|latency|price_per_1k|tokens_per_call): ([\d.]+)/g)];
    for (const [, figure = ""] of figures.filter(([, number]) => number !== "0"))
      expect(comments).toMatch(new RegExp(`(?<![\\d.])${figure.replace(".", "\\.")}(?![\\d.]\\d)`));
    if (figures.some(([, number]) => number === "0")) expect(comments).toMatch(/costs nothing|price/);
    // A budget is a wish of whoever owns the device, and no fact about it.
    expect(written).not.toContain("budget");
  });

  test("are read without a word, each under its own name", async () => {
    const { diagnostics, setting } = await check([], {
      devices: devices.map(({ file }) => file),
      rules: [],
      knownTargets: targets,
    });
    expect(diagnostics).toEqual([]);
    expect(setting.devices.map(({ name }) => name)).toEqual(devices.map(({ name }) => name));
  });

  test("tell skills apart: what starts programs runs where programs may be started", async () => {
    const { results } = await portable(loadSkills(["examples/make-pdf"]).files, {
      devices: sourced.map(({ file }) => file),
      read: readSibling,
      rules: [],
      knownTargets: targets,
    });
    const runs = results.filter((result) => result.portable).map(({ device }) => device);
    expect(runs).toEqual(["ci-runner", "edge-box", "mac", "raspberry-pi", "router"]);
  });
});
