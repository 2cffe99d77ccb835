import { markdownOf } from "../../manifest/markdown.ts";
import type { SkillManifest } from "../../manifest/manifest.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { SourceFile, Span } from "../../report/source.ts";
import type { Rule } from "../rule.ts";
import { isShell } from "./mentions.ts";

const diagnostics = defineDiagnostics({
  "reference/unpinned-package": {
    severity: "info",
    message: (p: { command: string; package: string; pinned: string; others: readonly string[] }) =>
      p.others.length === 0
        ? `\`${p.command} ${p.package}\` downloads whatever version is newest on the day it runs.`
        : `\`${p.command} ${p.package}\` downloads whatever version is newest on the day it runs; so do the commands for ${p.others.map((name) => `\`${name}\``).join(", ")}.`,
    help: (p: { command: string; package: string; pinned: string; others: readonly string[] }) =>
      `Name the version that you tested, such as \`${p.command} ${p.pinned}\`.`,
    docs: `
A command of the skill downloads a package and runs it, without saying which version. The skill that worked when it was
written breaks with a later release, and a release by somebody who has taken over the package runs at once on every
machine that uses the skill.

Looked at are \`npx\`, \`bunx\`, \`pnpm dlx\`, \`yarn dlx\`, \`uvx\`, \`uv tool run\`, \`pipx run\`, \`go run\` and \`deno run\` in code
blocks of shell commands and between backticks. Tools that a project mostly has installed itself, such as \`tsc\` or
\`eslint\`, are left out, since \`npx\` then downloads nothing. \`@latest\` is no version.

Wrong:

\`\`\`sh
uvx ruff check .
\`\`\`

Right:

\`\`\`sh
uvx ruff@0.8.4 check .
\`\`\`

Source: Agent Skills documentation, “Using scripts”; specification (rule S16).
`,
  },
});

/** Commands that download a package name its version. */
export const referenceUnpinnedPackage: Rule = {
  id: "reference/unpinned-package",
  summary: "Commands that download a package name its version.",
  declared: diagnostics.declared,
  *check({ manifest }) {
    const byName = new Map<string, Download>();
    for (const found of downloadsOf(manifest)) if (!byName.has(found.name)) byName.set(found.name, found);
    const [first, ...others] = byName.values();
    if (first === undefined) return;
    const { command, name, span } = first;
    yield diagnostics.create(
      "reference/unpinned-package",
      span,
      {
        command,
        package: name,
        pinned: pinnedForm(command, name),
        others: others.slice(0, 3).map((other) => other.name),
      },
      {
        related: others
          .slice(0, 5)
          .map((other) => ({ message: "This has no version either.", span: other.span })),
      },
    );
  },
};

interface Download {
  readonly command: string;
  readonly name: string;
  readonly span: Span;
}

function* downloadsOf(manifest: SkillManifest): Iterable<Download> {
  const { codeSpans, fences } = markdownOf(manifest);
  for (const { span } of codeSpans) yield* downloadsIn(span.file, span.start, span.end);
  for (const { content } of fences.filter(isShell))
    yield* downloadsIn(content.file, content.start, content.end);
}

const quickTest = /\b(?:npx|bunx|uvx|dlx|pipx|uv tool|go run|deno run)\b/;
const download =
  /(?<=^|[\s;&|("'`])(npx|bunx|pnpm dlx|pnpx|yarn dlx|uvx|uv tool run|pipx run|go run|deno run)((?: +-{1,2}[\w-]+)*) +("?)([@\w][\w@./:~^+=<>-]*)\3(?=$|[\s;&|)"'`])/g;

function* downloadsIn(file: SourceFile, start: number, end: number): Iterable<Download> {
  const text = file.text.slice(start, end);
  if (!quickTest.test(text)) return;
  for (const match of text.matchAll(download)) {
    const [whole, command = "", options = "", quotes = "", name = ""] = match;
    // `npx -p pkg bin` and `uvx --from pkg bin` name the package in an option.
    if (/ -(?:p|c|-package|-from|-with|-call|-python|-no-install|-spec)\b/.test(options)) continue;
    if (isPinned(name) || !isDownloaded(command, name)) continue;
    const at = start + match.index + whole.length - quotes.length - name.length;
    yield { command, name, span: { file, start: at, end: at + name.length } };
  }
}

function isPinned(name: string): boolean {
  const version = /(?:@|==|@npm:)([^@/]+)$/.exec(name.slice(1))?.[1];
  return version !== undefined && !/^(?:latest|next|main|master|canary|beta|HEAD)$/.test(version);
}

/** Tools that a project has as a dependency of its own; `npx` then runs those. */
const projectTools = new Set(
  (
    "tsc tsx ts-node eslint prettier jest vitest mocha playwright cypress biome vite next webpack rollup turbo nx " +
    "husky lint-staged stylelint tailwindcss postcss prisma drizzle-kit knip ava c8 nyc tsup esbuild swc nodemon " +
    "expo react-native detox storybook astro nuxt ng wrangler hardhat oxlint commitlint changeset lerna remotion"
  ).split(" "),
);

function isDownloaded(command: string, name: string): boolean {
  if (/your-|my-|package-name|example|^(?:package|pkg|tool|cmd|command)$/i.test(name)) return false;
  if (command === "go run") return /^[\w-]+\.[\w.-]+\//.test(name);
  if (command === "deno run") return /^(?:npm:|jsr:|https?:)/.test(name);
  if (/^\.{0,2}\//.test(name) || /\.(?:py|js|ts|mjs|cjs|sh)$/.test(name)) return false;
  if (/^(?:git|https?|file)[+:]/.test(name)) return false;
  return !/^(?:npx|bunx|pnpx)$/.test(command) || !projectTools.has(name.replace(/@latest$/, ""));
}

function pinnedForm(command: string, name: string): string {
  const bare = name.replace(/(?<=.)@(?:latest|next|main|master|canary|beta|HEAD)$/, "");
  if (command === "pipx run") return `${bare}==1.2.3`;
  return command === "go run" ? `${bare}@v1.2.3` : `${bare}@1.2.3`;
}
