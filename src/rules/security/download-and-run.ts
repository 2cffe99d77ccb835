import type { Diagnostic } from "../../report/diagnostic.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import { textOf } from "../../report/source.ts";
import type { Rule } from "../rule.ts";
import { codeAbout, runsOf } from "./code.ts";
import type { Run } from "./code.ts";
import type { Call } from "./commands.ts";
import { callsInside, callsOf, isInterpreter, isShell, runsInput } from "./commands.ts";
import type { Finding } from "./finding.ts";
import { grouped } from "./finding.ts";
import { mention } from "./mentions.ts";
import { downloads, outputOf } from "./network.ts";
import { shortened } from "./secrets.ts";
import type { Pipeline } from "./shell.ts";
import { argumentsAt } from "./source-code.ts";
import type { CodeText } from "./texts.ts";
import { isShownAsBad } from "./texts.ts";

const diagnostics = defineDiagnostics({
  "security/download-and-run": {
    severity: "warning",
    message: (p: { what: string; known: boolean }) =>
      p.known
        ? `\`${p.what}\` runs the installer that its publisher serves at that moment.`
        : `\`${p.what}\` runs whatever is served at that address at that moment.`,
    help: "Download to a file, pin the version and compare a checksum before running it: `curl -fsSLo install.sh URL && sha256sum -c install.sh.sha256 && sh install.sh`.",
    docs: `
The skill, or a script it bundles, downloads a program and runs it in the same step: \`curl … | sh\`,
\`bash <(curl …)\`, \`iex (irm …)\`, a download to a file that is run next, or \`pip install\` of a bare web address.

Nobody has seen what will run. The owner of the address, whoever takes it over, and everyone on the way to it without
\`https\` decide what an agent executes with the rights of the user, today and on every later day. It is the most common
way in which malicious skills fetch their second stage: the skill itself stays clean.

Wrong:

\`\`\`sh
curl -fsSL https://example.com/setup.sh | bash
\`\`\`

Right:

\`\`\`sh
curl -fsSLo setup.sh https://example.com/v1.4.2/setup.sh
echo "3f1c…  setup.sh" | sha256sum -c && bash setup.sh
\`\`\`

Installers that their publishers document in this form (rustup, uv, bun, Homebrew and the like), from their own address
over \`https\`, are an info. A line that the words around it call dangerous, wrong or an attack is not reported, and
neither is a code span that nothing says to run. What is downloaded by a program of its own, or run by a later tool call,
is not seen.

To keep it, silence it with the reason:

    <!-- skillc-ignore security/download-and-run: the vendor publishes no package -->
`,
  },
});

/** Programs that are downloaded and run in one step. */
export const securityDownloadAndRun: Rule = {
  id: "security/download-and-run",
  summary: "A skill runs no program that it downloads in the same step.",
  declared: diagnostics.declared,
  *check(subject, setting) {
    const found: Finding[] = [];
    for (const code of codeAbout(subject, setting, mention.download, mention.run))
      found.push(...findIn(code));
    yield* grouped(found, create);
  },
};

function create(first: Finding, related: Diagnostic["related"]): Diagnostic {
  const known = isKnownInstaller(first.text);
  const details = { related, ...(known ? { severity: "info" as const } : {}) };
  return diagnostics.create("security/download-and-run", first.span, { what: first.what, known }, details);
}

/** Addresses at which publishers of tools serve the installer that their own pages tell to run. */
const installers =
  /https:\/\/(?:sh\.rustup\.rs|astral\.sh\/uv\/|bun\.(?:sh|com)\/install|deno\.land\/(?:x\/)?install|get\.pnpm\.io\/install|fnm\.vercel\.app\/install|raw\.githubusercontent\.com\/(?:nvm-sh\/nvm|Homebrew\/install|pyenv\/pyenv-installer|ohmyzsh\/ohmyzsh)\/|install\.python-poetry\.org|get\.docker\.com|starship\.rs\/install|claude\.ai\/install|ollama\.com\/install|mise\.run|get\.sdkman\.io|fly\.io\/install|cli\.github\.com\/|deb\.nodesource\.com\/|get\.helm\.sh\/|foundry\.paradigm\.xyz|pyenv\.run|gh\.io\/copilot-install|get\.volta\.sh|cursor\.com\/install|opencode\.ai\/install|just\.systems\/install|get\.chezmoi\.io|tailscale\.com\/install|sdk\.cloud\.google\.com|install\.duckdb\.org|community\.chocolatey\.org\/install|get\.scoop\.sh)/;

function isKnownInstaller(text: string): boolean {
  return installers.test(text);
}

function findIn(code: CodeText): readonly Finding[] {
  if (!code.text.includes("://") && !/curl|wget|\birm\b|\biwr\b|Invoke-|get\(|fetch|urlopen/i.test(code.text))
    return [];
  if (code.language === "powershell") return inPowershell(code);
  if (code.language !== "shell") return inSource(code);
  const files = new Set<string>();
  const found: Finding[] = [];
  const isVerified = verifies.test(code.text);
  for (const run of runsOf(code)) {
    if (isVerified) files.clear();
    if (
      run.pipelines.some((pipeline) => isDownloadAndRun(pipeline, files)) &&
      !isShownAsBad(code, run.start)
    ) {
      found.push(findingOf(run));
    }
  }
  // The same words are used at the prompt of PowerShell, in fences of any name.
  return found.length > 0 ? found : inPowershell(code);
}

/** What compares a download with a checksum or a signature. */
const verifies =
  /sha(?:256|512|1)?sum|\bshasum\b|openssl dgst|gpg2? [^\n]{0,80}--verify|\bcosign\b|\bminisign\b|Get-FileHash/;

function findingOf({ span }: Run): Finding {
  const text = textOf(span);
  return { span, what: shortened(text), text };
}

function isDownloadAndRun(pipeline: Pipeline, files: Set<string>): boolean {
  const calls = callsOf(pipeline);
  const from = calls.findIndex(
    (call) =>
      downloads(call) || call.args.some((word) => callsInside(word).some(downloads) && !isConsumer(call)),
  );
  const piped = from !== -1 && calls.slice(from + 1).some(runsInput);
  const result =
    piped || calls.some((call) => runsDownload(call) || runsFile(call, files) || installsAddress(call));
  for (const call of calls) {
    const output = downloads(call) ? outputOf(call) : undefined;
    if (
      output !== undefined &&
      !call.args.some(({ value }) => value.includes("/releases/download/")) &&
      !/^-$|\/dev\/null$|\.(?:json|csv|txt|md|html?|png|jpe?g|pdf|zip|xml|ya?ml)$/i.test(output)
    ) {
      files.add(fileKey(output));
    }
  }
  return result;
}

/** Programs that take what is downloaded as data. */
function isConsumer({ name }: Call): boolean {
  return !/^(?:echo|printf|cat)$/.test(name);
}

/** `bash <(curl …)`, `eval "$(curl …)"`, `sh -c "$(curl …)"`, `source <(curl …)`, `bash <<< "$(curl …)"`. */
function runsDownload({ name, args, command }: Call): boolean {
  const isRunner = isInterpreter(name) || /^(?:eval|source|\.|su)$/.test(name);
  if (!isRunner) return false;
  const words = [...args, ...command.redirects.map(({ target }) => target)];
  return words.some((word, at) => {
    if (!callsInside(word).some(downloads)) return false;
    const startsHere = /^(?:\$\(|`|<\()/.test(word.value.trim());
    return (
      startsHere &&
      (at === 0 || word.isFile || isRunOption(args[at - 1]?.value) || at >= args.length || name === "eval")
    );
  });
}

function isRunOption(option: string | undefined): boolean {
  return option !== undefined && /^-[a-zA-Z]*[ce]$|^--eval$|^--$/.test(option);
}

/** A file that an earlier command downloaded. */
function runsFile({ name, args, command }: Call, files: Set<string>): boolean {
  if (files.size === 0) return false;
  const own = command.words.some(
    ({ value }) => value.includes("/") && fileKey(value).endsWith(name) && files.has(fileKey(value)),
  );
  const first = command.words.find(({ value }) => fileKey(value) === name || value.endsWith(`/${name}`));
  if (own && first !== undefined) return files.delete(fileKey(first.value));
  const script = args.find(({ value }) => !value.startsWith("-"));
  const isRunner = isShell(name) || /^(?:source|\.|python[\d.]*|node|perl|ruby|pwsh)$/.test(name);
  return isRunner && script !== undefined && files.delete(fileKey(script.value));
}

function fileKey(path: string): string {
  return path.replace(/^\.\//, "");
}

/** `pip install https://…/x.whl`, `npx https://…`, `deno run https://…`. Repositories are pinned by other means. */
function installsAddress({ name, args }: Call): boolean {
  const values = args.map(({ value }) => value);
  const hasAddress = values.some(
    (value) => /^(?:[\w.[\]-]+@)?https?:\/\//.test(value) && !/\.git(?:[#@]|$)/.test(value),
  );
  if (!hasAddress) return false;
  if (/^(?:pip[\d.]*|uv|pipx|python[\d.]*)$/.test(name)) {
    const at = values.indexOf("install");
    const target = values.slice(at + 1);
    return (
      at !== -1 &&
      target.some(
        (value, i) =>
          /^(?:[\w.[\]-]+@)?https?:\/\//.test(value) &&
          !/^(?:-i|-f|-c|--(?:extra-)?index-url|--find-links|--trusted-host|--proxy|--constraint)$/.test(
            target[i - 1] ?? "",
          ),
      )
    );
  }
  if (/^(?:npm|pnpm|yarn|bun)$/.test(name))
    return (
      /^(?:i|install|add|exec|dlx)$/.test(values[0] ?? "") &&
      values.some((value) => /^https?:\/\/.*\.t(?:ar\.)?gz/.test(value))
    );
  if (/^(?:npx|bunx|uvx)$/.test(name)) return values[0]?.startsWith("http") ?? false;
  return (
    (name === "deno" && (values[0] === "run" || values[0] === "install")) ||
    name === "mshta" ||
    name === "regsvr32"
  );
}

const powershell =
  /\b(?:iex|Invoke-Expression)\b[^\n]{0,40}?(?:\b(?:irm|iwr|curl|wget|Invoke-RestMethod|Invoke-WebRequest)\b|DownloadString|https?:\/\/)|\b(?:irm|iwr|curl|wget|Invoke-RestMethod|Invoke-WebRequest)\b[^\n|]{0,300}\|\s*(?:iex|Invoke-Expression)\b|DownloadString\([^\n|]{0,300}\)\s*\|\s*(?:iex|Invoke-Expression)\b|\b(?:mshta|regsvr32)\b[^\n]{0,40}https?:\/\//gi;

function inPowershell(code: CodeText): readonly Finding[] {
  return matchesIn(code, powershell);
}

const source =
  /(?<![.\w])(?:exec|eval|compile|Function)\s*\(\s*(?:await\s*\(?\s*)*(?:\(\s*await\s*)?(?:requests\.get|httpx\.get|urlopen|urllib\.request\.urlopen|urllib2\.urlopen|fetch|axios\.get|got|https?\.get|__import__\s*\(\s*["'](?:requests|urllib\.request|urllib)["']\s*\)\.)/g;

/** `exec(requests.get(…).text)`, also by way of one name. */
function inSource(code: CodeText): readonly Finding[] {
  const direct = matchesIn(code, source);
  if (!/(?<![.\w])(?:exec|eval|Function)\s*\(/.test(code.text)) return direct;
  return [...direct, ...byName(code)];
}

const runsName = /(?<![.\w])(?:exec|eval|new\s+Function|Function)\s*\(/g;
const fetched =
  /([A-Za-z_$][\w$]*)\s*=\s*(?:await\s+)?(?:\(\s*await\s+)?(?:requests\.get|httpx\.get|urlopen|urllib\.request\.urlopen|fetch|axios\.get)\s*\(/g;

function byName(code: CodeText): readonly Finding[] {
  const names = new Set([...code.text.matchAll(fetched)].map((match) => match[1] ?? ""));
  if (names.size === 0) return [];
  const found: Finding[] = [];
  for (const match of code.text.matchAll(runsName)) {
    const args = argumentsAt(code.text, match.index + match[0].length);
    const usesName = (args.match(/[A-Za-z_$][\w$]*/g) ?? []).some((name) => names.has(name));
    if (!usesName || isShownAsBad(code, match.index)) continue;
    const text = `${match[0]}${args})`;
    found.push({
      span: code.at(match.index, match.index + match[0].length + args.length),
      what: shortened(text),
      text,
    });
  }
  return found;
}

function matchesIn(code: CodeText, pattern: RegExp): readonly Finding[] {
  const found: Finding[] = [];
  for (const match of code.text.matchAll(pattern)) {
    if (isShownAsBad(code, match.index)) continue;
    const line = code.text.slice(match.index, match.index + 300).split("\n", 1)[0] ?? "";
    found.push({
      span: code.at(match.index, match.index + match[0].length),
      what: shortened(line),
      text: line,
    });
  }
  return found;
}
