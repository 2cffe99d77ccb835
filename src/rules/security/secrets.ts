import type { Call } from "./commands.ts";
import { mention as kinds } from "./mentions.ts";
import type { Word } from "./shell.ts";
import type { CodeText } from "./texts.ts";

/** Files that hold keys, passwords, cookies or tokens of the user. Slashes stand between the parts. */
const secretFile =
  /(?:^|[/~"'`\s=@:(])(?:\.ssh(?:\/(?:id_\w+(?!\w*\.pub)|\*|identity\b)|\/?(?=$|["'`\s)]))|id_(?:rsa|dsa|ecdsa|ed25519)(?![\w.]*\.pub)\b|\.aws\/(?:credentials|config)\b|\.netrc\b|_netrc\b|\.git-credentials\b|\.pypirc\b|\.npmrc\b|\.docker\/config\.json|\.kube\/config\b|\.gnupg\b|\.config\/(?:gcloud|gh\/hosts\.yml|op\/)|gcloud\/(?:application_default_credentials|credentials|access_tokens)|\.azure\/\w|\.claude\/\.credentials|\.codex\/auth\.json|\.vault-token\b|\.pgpass\b|\.my\.cnf\b|wallet\.dat\b|\.(?:bitcoin|ethereum|electrum|solana)\/|\.config\/solana\/id\.json|\.password-store\b)|\/etc\/(?:shadow|gshadow|sudoers|master\.passwd)\b|\/proc\/(?:self|\d+|\*|\$\$)\/environ\b|\bLogin Data\b|\bcookies\.sqlite\b|\bkey4\.db\b|\blogins\.json\b|\bKeychains\/|login\.keychain|(?:Chrome|Chromium|Edge|Brave-Browser|Default|Firefox)\/(?:[^"'\n]{0,40}\/)?(?:Network\/)?Cookies\b|\bCookies\.binarycookies\b|\\Microsoft\\Credentials\b|\\config\\SAM\b/i;

const mention =
  /ssh|aws|netrc|credential|pypirc|npmrc|docker|kube|gnupg|gcloud|\bgh\b|azure|codex|vault|pgpass|my\.cnf|wallet|bitcoin|ethereum|electrum|solana|password|shadow|sudoers|passwd|environ|Login|cookies|key4|logins|keychain|config|id_|SAM/i;

/** True where a text names a file of secrets: `~/.ssh/id_rsa`, `Path.home() / ".aws" / "credentials"`. */
export function namesSecretFile(text: string): boolean {
  if (!mention.test(text)) return false;
  const joined = text.includes('"') || text.includes("'") ? joinedPath(text) : text;
  const path = joined.replaceAll("$HOME", "~").replaceAll("${HOME}", "~");
  const match = secretFile.exec(path);
  return (
    match !== null &&
    !/^[\w.*-]*(?:\.pub|\.example|\.sample|\.template)\b/.test(path.slice(match.index + match[0].length))
  );
}

/** `".ssh" / "id_rsa"`, `".ssh", "id_rsa"` and `".ssh" + "/id_rsa"` as one path. */
function joinedPath(text: string): string {
  return text.replaceAll(/["'][ \t]{0,4}[/,+][ \t]{0,4}["']/g, "/").replaceAll(/\/{2,}/g, "/");
}

/** Programs that give out the contents of the files they are given. */
const readers = new Set(
  "cat tac less more head tail bat nl od xxd hexdump strings base64 base32 cp mv scp rsync tar zip gzip 7z grep egrep fgrep rg awk sed cut sort tee dd openssl gpg sqlite3 jq source ln type Get-Content gc".split(
    " ",
  ),
);

const dumps = new Set(["env", "printenv"]);
const searchesForSecrets = /key|token|secret|passw|credential|api/i;

/** What of a command gives out secrets: every environment variable, a file of secrets, an item of a keychain. */
export function secretOf(call: Call): string | undefined {
  const { name, args } = call;
  if (printsVariables(call)) return "every environment variable";
  const [first = "", ...others] = args.map(({ value }) => value);
  switch (name) {
    case "security":
      if (/^(?:find-(?:generic|internet)-password|dump-keychain|export)$/.test(first)) return keychain;
      break;
    case "secret-tool":
      if (first === "lookup" || first === "search") return keychain;
      break;
    case "gpg":
      if ([first, ...others].some((value) => value.startsWith("--export-secret"))) return "a private key";
      break;
    default:
  }
  return (readers.has(name) ? secretAmong(args) : undefined) ?? inputOf(call);
}

const keychain = "a password of the keychain";

function printsVariables({ name, args, command }: Call): boolean {
  const values = args.map(({ value }) => value);
  if (dumps.has(name)) return values.every((value) => value === "-0" || value === "-v");
  if (name !== "export" && name !== "declare" && name !== "typeset") return false;
  return isDump(name, values) && command.redirects.every(({ operator }) => operator.startsWith(">"));
}

/** `< ~/.ssh/id_rsa` */
function inputOf({ command, name }: Call): string | undefined {
  if (name === "ssh-add") return undefined;
  return secretAmong(
    command.redirects.filter(({ operator }) => operator === "<").map(({ target }) => target),
  );
}

function isDump(name: string, values: readonly string[]): boolean {
  if (name === "export") return values.length === 0 || values[0] === "-p";
  return values.length === 1 && /^-[xp]+$/.test(values[0] ?? "");
}

function secretAmong(words: readonly Word[]): string | undefined {
  const found = words.find(({ value }) => !value.startsWith("$(") && namesSecretFile(value));
  return found === undefined ? undefined : `\`${shortened(found.value)}\``;
}

/** True for `.env` and its kind: the secrets of a project. Examples and templates hold none. */
export function isEnvFile(value: string): boolean {
  return /(?:^|[/@=])\.env(?:\.(?:local|production|prod|development|dev|staging))?$/.test(value);
}

/** True where a filter picks variables by the words that secrets go by, and not one by its name. */
export function picksSecrets(call: Call | undefined): boolean {
  if (call === undefined || !/^(?:e|f)?grep$|^rg$|^awk$|^sed$/.test(call.name)) return true;
  const pattern = call.args.find(({ value }) => !value.startsWith("-"))?.value ?? "";
  return /[|]|^\W*$/.test(pattern) && searchesForSecrets.test(pattern);
}

const wholeEnvironment =
  /\bos\.environb?\b(?!\s*(?:\[|\.(?:get|setdefault|pop|keys|__contains__)\b))|\b(?:dict|str|repr|json\.dumps|pprint|print|list|sorted)\(\s*(?:dict\(\s*)?os\.environ\b(?!\s*(?:\[|\.get\b|\.keys\b))|\bprocess\.env\b(?!\s*(?:\??\.|\[|as\b|\)\s*(?:\.|\[)))|\bDeno\.env\.toObject\(|\bBun\.env\b(?!\s*[.[])/;
const environmentMention = /environ|process\.env|\.env\b/;

/** True where Python or JavaScript code takes all environment variables together. */
function takesEnvironment(code: string): boolean {
  return environmentMention.test(code) && wholeEnvironment.test(code);
}

const isMembership = /\b(?:not\s+)?in\s+os\.environ\b/;

/** True where a line of Python or JavaScript holds secrets: all of the environment, or a file of them. */
export function holdsSecret(line: string): boolean {
  if (takesEnvironment(line) && !isMembership.test(line)) return true;
  return namesSecretFile(line) && /["'`]/.test(line);
}

/** As much of a text as a message can hold, without line breaks and backticks. */
export function shortened(text: string): string {
  const line = text.replaceAll(/[\s`]+/g, " ").trim();
  const chars = [...line];
  return chars.length > 60 ? `${chars.slice(0, 59).join("")}…` : line;
}

const printsEnvironment =
  /(?:^|[\s;|&($`'"])(?:\/usr\/bin\/|\/bin\/)?env[ \t]*(?:-0[ \t]*)?(?:$|[|>;&)`"'\r\n#])|\.env\b|\bexport[ \t]+-p\b|\b(?:declare|typeset)[ \t]+-[xp]+[ \t]*(?:$|[|>;&)\n])|\benv:/im;
const browserStore = /Login Data|Cookies\b|cookies\.sqlite|logins\.json|key4\.db/;

const gives =
  /printenv|find-(?:generic|internet)-password|dump-keychain|secret-tool|--export-secret|Env:|security['"]?,?\s*['"]?(?:find|dump|export)/;

/** False for the code, most of all code, that has none of the words which secrets come with. */
export function mayHoldSecrets(code: CodeText): boolean {
  const before = holding.get(code);
  if (before !== undefined) return before;
  const may = looksSecret(code);
  holding.set(code, may);
  return may;
}

const holding = new WeakMap<CodeText, boolean>();

function looksSecret({ mentions, language, text }: CodeText): boolean {
  if (
    (mentions & (kinds.secret | kinds.dotFolder)) !== 0 &&
    (gives.test(text) || secretFile.test(joinedPath(text)))
  )
    return true;
  if ((mentions & kinds.store) !== 0 && browserStore.test(text)) return true;
  if ((mentions & kinds.environment) === 0) return false;
  return language === "shell" || language === "powershell"
    ? printsEnvironment.test(text)
    : takesEnvironment(text);
}
