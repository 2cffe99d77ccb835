import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isXmlText, xmlText } from "../../src/language/xml.ts";

describe("a text in XML", () => {
  test.each([
    ["a & b < c > d", "a &amp; b &lt; c &gt; d"],
    ["</name><name>evil", "&lt;/name&gt;&lt;name&gt;evil"],
    ["&lt;", "&amp;lt;"],
    ["one\r\ntwo\tthree", "one&#xD;&#xA;two&#x9;three"],
    [" inside is kept ", "&#x20;inside is kept&#x20;"],
    ["\0", "&#x0;"],
    ["\ud800", "&#xD800;"],
    ['don\'t say "no"', 'don\'t say "no"'],
    ["😀", "😀"],
    ["", ""],
  ])("%j is written %s", (text, expected) => {
    expect(xmlText(text)).toBe(expected);
  });

  test("has a form or has none", () => {
    expect(["a\tb\n", "\u0085", "😀"].map(isXmlText)).toEqual([true, true, true]);
    expect(["\0", "\u001b", "\ufffe", "\udc00"].map(isXmlText)).toEqual([false, false, false, false]);
  });

  // Expat is strict: it refuses what is not well formed, and reads line ends as the standard says.
  test("is read by a strict parser as it was", () => {
    const texts = fc
      .sample(fc.string({ unit: "binary", maxLength: 12 }), {
        seed: 42,
        numRuns: Number(process.env["FC_RUNS"] ?? 500),
      })
      .concat("\r\n\r x \u0085\u2028", "]]>", "<!--", "&#0;", "\u00a0 \ufeff")
      .filter(isXmlText);
    const document = `<all>${texts.map((text) => `<t>${xmlText(text)}</t>`).join("")}</all>`;
    const program =
      "import json, sys, xml.etree.ElementTree as t; print(json.dumps([e.text or '' for e in t.fromstring(sys.stdin.buffer.read())]))";
    const { stdout, stderr } = spawnSync("python3", ["-c", program], { input: document, encoding: "utf8" });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual(texts);
    expect(texts.length).toBeGreaterThan(100);
  });
});
