import { defineDiagnostics } from "../../report/diagnostic.ts";
import { textOf } from "../../report/source.ts";
import type { Rule } from "../rule.ts";
import { codeAbout, runsOf } from "./code.ts";
import { callsOf } from "./commands.ts";
import type { Finding } from "./finding.ts";
import { grouped } from "./finding.ts";
import { sendsInput, sentWords } from "./network.ts";
import { isEnvFile, mayHoldSecrets, namesSecretFile, picksSecrets, secretOf, shortened } from "./secrets.ts";
import type { Pipeline } from "./shell.ts";
import type { CodeText } from "./texts.ts";
import { isShownAsBad } from "./texts.ts";

const diagnostics = defineDiagnostics({
  "security/credential-read": {
    severity: "warning",
    message: (p: { what: string }) =>
      `\`${p.what}\` gives out keys, passwords or the whole environment, which then stand in the conversation of the model.`,
    help: 'Read the one value that is needed, by its name, and do not print it: `test -n "$SERVICE_TOKEN"`.',
    docs: `
The skill, or a script it bundles, reads files that hold secrets (\`~/.ssh/id_*\`, \`~/.aws/credentials\`, \`.netrc\`,
\`/etc/shadow\`, cookie stores of browsers), asks a keychain for a password, or prints every environment variable.

What an agent reads becomes part of its conversation: it is sent to the model's provider, may be logged, and can be asked
for by any later instruction, an injected one included. One key that the task needs is fine; all of them are never needed.

Wrong:

\`\`\`sh
printenv
cat ~/.aws/credentials
\`\`\`

Right:

\`\`\`sh
test -n "$AWS_PROFILE" && aws sts get-caller-identity
\`\`\`

Not reported: \`printenv NAME\`, \`env | grep NAME\`, public keys, a key file given to \`ssh -i\`, an environment that is
handed on to a child process. Paths that are put together elsewhere are not seen. To keep it, silence it with the reason:

    # skillc-ignore security/credential-read: shows the user which profiles there are
`,
  },
});

/** Secrets that are read as a whole. */
export const securityCredentialRead: Rule = {
  id: "security/credential-read",
  summary: "A skill reads no credential stores and does not print the whole environment.",
  declared: diagnostics.declared,
  *check(subject, setting) {
    const found: Finding[] = [];
    for (const code of codeAbout(subject, setting)) {
      if (!mayHoldSecrets(code)) continue;
      found.push(...(code.language === "shell" ? inShell(code) : inSource(code)));
    }
    yield* grouped(found, ({ span, what }, related) =>
      diagnostics.create("security/credential-read", span, { what }, { related }),
    );
  },
};

function inShell(code: CodeText): readonly Finding[] {
  return runsOf(code)
    .filter(
      ({ pipelines, start }) => pipelines.some(reads) && !pipelines.some(sends) && !isShownAsBad(code, start),
    )
    .map(({ span }) => ({ span, what: shortened(textOf(span)), text: textOf(span) }));
}

function reads(pipeline: Pipeline): boolean {
  const calls = callsOf(pipeline);
  return calls.some((call, at) => {
    const next = calls[at + 1];
    if (call.name === "cat" && calls.length === 1 && call.command.redirects.length === 0) {
      if (call.args.some(({ value }) => isEnvFile(value))) return !isInner(pipeline);
    }
    const secret = secretOf(call);
    if (secret === undefined) return false;
    // A count or a test of the variables shows none of them.
    if (next !== undefined && /^(?:wc|true)$/.test(next.name)) return false;
    if (/^(?:env|printenv|export|declare|typeset)$/.test(call.name)) return picksSecrets(next);
    return (
      !/^(?:ssh-keygen|tee|mv|ln)$/.test(call.name) &&
      !(call.name === "grep" && call.args.some(({ value }) => /^-[a-z]*[qcl]/.test(value)))
    );
  });
}

/** `export $(cat .env | xargs)` loads the variables and shows none. */
function isInner({ start, end }: Pipeline): boolean {
  return end - start > 400;
}

/** What is sent away is reported as that. */
function sends(pipeline: Pipeline): boolean {
  return callsOf(pipeline).some(
    (call) => sentWords(call).some(({ inner }) => inner.length > 0) || sendsInput(call),
  );
}

const dumped =
  /\b(?:print|pprint|json\.dumps?|log(?:ger|ging)?\.\w+|console\.\w+|JSON\.stringify|sys\.stdout\.write|write|repr|str|inspect)\(\s*(?:[^()\n]{0,80}[\s,({])?(?:dict\(\s*)?(?:os\.environ\b(?!\s*(?:\[|\.(?:get|keys|pop|setdefault)\b))|process\.env\b(?!\s*(?:\??\.|\[)))|\bfor\s+\w+(?:\s*,\s*\w+)?\s+in\s+(?:sorted\()?os\.environ\b(?!\.keys)[^\n]{0,40}:\s*(?:\n\s*)?print\(|Get-ChildItem\s+Env:|\bgci\s+env:|\b(?:dir|ls)\s+env:/gi;
const kept = /(?:[=:(]|\breturn|\bawait)\s*$/;
const opens =
  /\b(?:open|read_text|read_bytes|readFile(?:Sync)?|createReadStream|expanduser|Path|copy\w*|sqlite3\.connect|connect|load_dotenv|Get-Content|gc|type|join|glob)\b/;

function inSource(code: CodeText): readonly Finding[] {
  const { text } = code;
  const found: Finding[] = [];
  const report = (start: number, end: number): void => {
    if (isShownAsBad(code, start)) return;
    const written = text.slice(start, end);
    found.push({ span: code.at(start, end), what: shortened(written), text: written });
  };
  if (/environ|process\.env|env:/i.test(text)) {
    for (const match of text.matchAll(dumped)) {
      // What is kept or sent is not shown; sending it is reported as that.
      if (!kept.test(text.slice(Math.max(0, match.index - 40), match.index)))
        report(match.index, match.index + match[0].length);
    }
  }
  if (!namesSecretFile(text)) return found;
  let at = 0;
  for (const line of text.split("\n")) {
    const isRead = line.length < 2000 && opens.test(line) && /["']/.test(line) && namesSecretFile(line);
    if (isRead && !/^\s*(?:#|\/\/|\*)/.test(line) && !/identity_?file|key_filename|ssh -i/i.test(line)) {
      const indent = line.length - line.trimStart().length;
      report(at + indent, at + line.trimEnd().length);
    }
    at += line.length + 1;
  }
  return found;
}
