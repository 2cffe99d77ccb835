#!/usr/bin/env node
// Renders one Markdown file to PDF: a small HTML page, printed by a headless browser.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const usage = "usage: render.mjs INPUT.md OUTPUT.pdf [--title TEXT] [--toc] [--paper SIZE] [--margin MM]";
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    title: { type: "string" },
    toc: { type: "boolean", default: false },
    paper: { type: "string", default: "a4" },
    margin: { type: "string", default: "20" },
    help: { type: "boolean", default: false },
  },
});
const [input, output] = positionals;
if (values.help || input === undefined || output === undefined) {
  console.error(usage);
  process.exit(values.help ? 0 : 2);
}

const escapeHtml = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const markdown = readFileSync(input, "utf8");
const headings = [...markdown.matchAll(/^## (.+)$/gm)].map((match) => match[1]);
const title = values.title ?? /^# (.+)$/m.exec(markdown)?.[1] ?? input;
const contents = values.toc ? `<ul>${headings.map((text) => `<li>${escapeHtml(text)}</li>`).join("")}</ul>` : "";
const body = markdown
  .split(/\n{2,}/)
  .map((block) => block.replace(/^(#{1,3}) (.*)$/, (_, marks, text) => `<h${marks.length}>${escapeHtml(text)}</h${marks.length}>`))
  .map((block) => (block.startsWith("<h") ? block : `<p>${escapeHtml(block)}</p>`))
  .join("\n");
const page = join(mkdtempSync(join(tmpdir(), "make-pdf-")), "page.html");
writeFileSync(
  page,
  `<!doctype html><title>${escapeHtml(title)}</title><style>@page{size:${values.paper};margin:${values.margin}mm}</style>` +
    `<h1>${escapeHtml(title)}</h1>${contents}${body}`,
);
const browser = process.env.CHROMIUM_PATH ?? "chromium";
const run = spawnSync(browser, ["--headless", `--print-to-pdf=${output}`, page], { encoding: "utf8" });
if (run.error !== undefined) {
  console.error(`The browser ${browser} does not start. Set CHROMIUM_PATH, or put chromium on PATH.`);
  process.exit(1);
}
const pages = readFileSync(output, "latin1").match(/\/Type\s*\/Page\b/g) ?? [];
console.log(`wrote ${output}`);
console.log(`pages: ${pages.length}`);
