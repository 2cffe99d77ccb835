import { defineDiagnostics } from "../../report/diagnostic.ts";
import { textOf } from "../../report/source.ts";
import type { Rule } from "../rule.ts";
import { codeAbout, runsOf } from "./code.ts";
import type { Call } from "./commands.ts";
import { callsOf } from "./commands.ts";
import type { Finding } from "./finding.ts";
import { grouped } from "./finding.ts";
import { mention } from "./mentions.ts";
import { shortened } from "./secrets.ts";
import type { Pipeline } from "./shell.ts";
import { argumentsAt, namesIn } from "./source-code.ts";
import type { CodeText } from "./texts.ts";
import { isShownAsBad } from "./texts.ts";

const diagnostics = defineDiagnostics({
  "security/delete-outside": {
    severity: "warning",
    message: (p: { what: string }) => `\`${p.what}\` deletes outside the working folder.`,
    help: 'Name a folder below the working folder, and refuse an empty variable: `rm -rf -- "${DIR:?}/build"`.',
    docs: `
The skill, or a script it bundles, deletes the home folder, the root, a folder above the working folder, a folder of the
system, or whatever an unset variable leaves: \`rm -rf "$DIR/"\` is \`rm -rf /\` when \`DIR\` is empty.

An agent runs such a line with the rights of the user and without the second look that a person takes. Lost files cannot
be brought back.

Wrong:

\`\`\`sh
rm -rf "$BUILD_DIR/"
\`\`\`

Right:

\`\`\`sh
rm -rf -- "\${BUILD_DIR:?}/"
\`\`\`

Not reported: folders below the working folder, temporary folders, \`node_modules\`, one named folder deep below the home
folder, and variables that the same text sets to a fixed value. Paths that are computed are not followed. A line that the
words around it call dangerous, or a code span that nothing says to run, is not reported. To keep it, silence it with the
reason:

    # skillc-ignore security/delete-outside: uninstalls what this skill installed
`,
  },
});

/** Deletes of more than the skill works on. */
export const securityDeleteOutside: Rule = {
  id: "security/delete-outside",
  summary: "A skill deletes nothing outside the working folder.",
  declared: diagnostics.declared,
  *check(subject, setting) {
    const found: Finding[] = [];
    for (const code of codeAbout(subject, setting, mention.delete | mention.remove)) {
      if ((code.mentions & mention.delete) === 0 && !rarely.test(code.text)) continue;
      found.push(...(code.language === "shell" ? inShell(code) : inSource(code)));
    }
    yield* grouped(found, ({ span, what }, related) =>
      diagnostics.create("security/delete-outside", span, { what }, { related }),
    );
  },
};

const rarely = /-delete\b|Remove-Item|\.remove\(|Format-Volume|Clear-Disk|\bformat [A-Z]:|\berase\b/i;

/** Near an `rm`: a home folder, a variable, a folder above, or a path from the root. */
const reaches = /\brm\b[^;|&]{0,160}?(?:[~$*]|\.\.|\s["']?\/)/;
const other = /\b(?:find|dd|mkfs|rimraf|shred|wipefs|trash|del|rd|ri|rmdir|Remove-Item)\b/;

function inShell(code: CodeText): readonly Finding[] {
  if (/\brm\b/.test(code.text) && !reaches.test(code.text) && !other.test(code.text)) return [];
  // Once unset variables end the script, none of them is empty.
  const strict = /\bset\s+-[a-z]*u|\bset\s+-o\s+nounset/.test(code.text);
  const values = new Map<string, string>();
  const found: Finding[] = [];
  for (const { pipelines, start, span } of runsOf(code)) {
    for (const pipeline of pipelines) noteValues(pipeline, values);
    if (
      !pipelines.flatMap(callsOf).some((call) => deletes(call, values, strict)) ||
      isShownAsBad(code, start)
    )
      continue;
    found.push({ span, what: shortened(textOf(span)), text: textOf(span) });
  }
  return found.length > 0 ? found : inSource(code, windows);
}

function noteValues({ commands }: Pipeline, values: Map<string, string>): void {
  for (const { words } of commands) {
    for (const { value } of words) {
      const match = /^([A-Za-z_]\w*)=(.*)$/s.exec(value);
      if (match !== null) values.set(match[1] ?? "", match[2] ?? "");
      else if (!/^(?:export|local|readonly|declare|sudo)$/.test(value)) break;
    }
  }
}

type Values = ReadonlyMap<string, string>;

function deletes({ name, args, command }: Call, values: Values, strict: boolean): boolean {
  const words = args.map(({ value }) => value);
  const targets = words.filter((value) => !value.startsWith("-")).map((value) => resolved(value, values));
  const isOutside = (target: string): boolean => leavesFolder(target, strict);
  switch (name) {
    case "rm":
      return words.some((value) => /^-[a-zA-Z]*[rR]|^--recursive$/.test(value)) && targets.some(isOutside);
    case "rimraf":
    case "trash":
      return targets.some(isOutside);
    case "shred":
      return targets.some((target) => isOutside(target) || target.startsWith("/dev/"));
    case "find": {
      const removes =
        words.includes("-delete") ||
        words.some((value, at) => value.startsWith("-exec") && words[at + 1] === "rm");
      const narrows = words.some((value) =>
        /^-(?:i?name|i?path|mtime|regex|newer|empty|size|mmin|user)$/.test(value),
      );
      const from = words.slice(
        0,
        Math.max(
          0,
          words.findIndex((value) => value.startsWith("-")),
        ),
      );
      return removes && !narrows && from.some((target) => isOutside(resolved(target, values)));
    }
    case "dd":
      return (
        words.some((value) => /^if=\/dev\/u?(?:zero|random)/.test(value)) &&
        words.some((value) => /^of=\/dev\/(?:sd|hd|nvme|vd|disk|mmcblk|mapper)/.test(value))
      );
    case "wipefs":
      return targets.some((target) => target.startsWith("/dev/"));
    default:
      if (/^mkfs(?:\.\w+)?$/.test(name)) return targets.some((target) => target.startsWith("/dev/"));
      return command.redirects.some(
        ({ operator, target }) => operator.startsWith(">") && /^\/dev\/(?:sd|nvme|disk\d)/.test(target.value),
      );
  }
}

/** With the variables that the text sets put in. */
function resolved(value: string, values: Values): string {
  return value.replaceAll(
    /\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g,
    (written, braced?: string, bare?: string) => {
      const known = values.get(braced ?? bare ?? "");
      return known === undefined || known.includes(`$${braced ?? bare ?? ""}`) ? written : known;
    },
  );
}

const systemFolders =
  /^\/(?:bin|boot|dev|etc|home|lib|lib64|opt|proc|root|sbin|srv|sys|usr|var|Users|System|Library|Applications|private|Volumes|mnt)?(?:\/(?:\*|\.\*|local|lib|bin|share|log|www))?\/?\*?$/;
const homeFolders =
  /^~(?:\/(?:\*|\.\*|\.\[.*|Documents|Desktop|Downloads|Pictures|Music|Movies|Videos|Library|\.ssh|\.aws|\.gnupg|\.config|\.kube|\.local|\.docker|\.git|Projects|projects|code|src|dev|work|repos|workspace)?)?(?:\/\*?)?$/;
const alwaysSet =
  /^\$\{?(?:PWD|TMPDIR|TMP|TEMP|RUNNER_TEMP|GITHUB_WORKSPACE|WORKSPACE|OLDPWD|CI_PROJECT_DIR)\b/;

function leavesFolder(target: string, strict: boolean): boolean {
  const path = target
    .replace(/^\$(?:HOME\b|\{HOME\}|\{HOME:-[^}]*\})|^"\$HOME"/, "~")
    .replaceAll(/\/{2,}/g, "/")
    .replace(/^~root\b/, "~");
  if (systemFolders.test(path) || homeFolders.test(path)) return true;
  if (/^\.\.(?:\/|$)/.test(path)) return true;
  if (strict || alwaysSet.test(path)) return false;
  return /^\$(?:\{[A-Za-z_]\w*(?::-)?\}|[A-Za-z_]\w*|\d)\/(?:\*|\.\*)?$/.test(path);
}

const call =
  /\b(?:shutil\.rmtree|rmtree|fs\.(?:promises\.)?(?:rmSync|rm|rmdirSync|rmdir)|fsp\.rm|rmSync|rimraf(?:\.sync|Sync)?|fse?\.(?:removeSync|remove|emptyDirSync|emptyDir)|del(?:\.sync)?|send2trash)\s*\(/g;
const wholeHome =
  /^\s*(?:str\(\s*|path\.resolve\(\s*)?(?:Path\.home\(\)|pathlib\.Path\.home\(\)|os\.homedir\(\)|homedir\(\)|os\.path\.expanduser\(\s*["']~\/?(?:Documents|Desktop|Downloads|Library|\.ssh|\.aws|\.config|\*)?\/?["']\s*\)|Path\(\s*["']~\/?["']\s*\)\.expanduser\(\)|os\.environ(?:\[["']HOME["']\]|\.get\(\s*["']HOME["']\s*\))|process\.env(?:\.HOME|\.USERPROFILE|\[["']HOME["']\])|(?:r?["'`])(?:\/|~\/?|~\/\*|[A-Z]:\\{1,2}|\.\.(?:\/[^"'`]*)?|\/(?:etc|usr|var|home|Users|bin|lib|opt)\/?)["'`]|Path\(\s*["'](?:\/|\.\.)["']\s*\)|path\.(?:join|resolve)\(\s*os\.homedir\(\)\s*(?:,\s*["'](?:Documents|Desktop|\.ssh|\.aws|\.config|Library)["']\s*)?\)|Path\.home\(\)\s*\/\s*["'](?:Documents|Desktop|Downloads|\.ssh|\.aws|\.config|Library)["']|os\.path\.join\(\s*os\.path\.expanduser\(\s*["']~["']\s*\)\s*\))\s*\)?\s*(?:$|[,)])/;
const holdsHome =
  /=\s*(?:str\(\s*)?(?:Path\.home\(\)|os\.homedir\(\)|homedir\(\)|os\.path\.expanduser\(\s*["']~\/?["']\s*\)|os\.environ\[["']HOME["']\]|process\.env\.HOME|Path\(\s*["']~["']\s*\)\.expanduser\(\))\s*\)?\s*;?\s*(?:#.*|\/\/.*)?$/;
const windows =
  /\b(?:Remove-Item|ri|rmdir|rd|rm|del|erase)\b(?=[^\n|;]{0,120}?(?:-Recurse|-r\b|-rec\w*|\/s\b))[^\n|;]{0,120}?(?:\s|["'])(?:[A-Z]:\\?(?:\*|\\Windows\S*|\\Users\S*)?|\$env:(?:USERPROFILE|HOMEPATH|SystemRoot|SystemDrive|APPDATA|ProgramFiles)(?:\\\*?)?|\$HOME(?:[\\/]\*?)?|~(?:[\\/]\*?)?|%(?:USERPROFILE|SystemRoot|SystemDrive|HOMEPATH)%(?:\\\*?)?|\.\.[\\/]\S*|\.\.)["']?(?=\s|$|["'|;])|\bformat\s+[A-Z]:(?=\s|$)|\bFormat-Volume\b|\bClear-Disk\b/gi;

function inSource(code: CodeText, only?: RegExp): readonly Finding[] {
  const { text } = code;
  const found: Finding[] = [];
  const report = (start: number, end: number): void => {
    if (isShownAsBad(code, start)) return;
    const written = text.slice(start, end);
    found.push({ span: code.at(start, end), what: shortened(written), text: written });
  };
  if (only !== undefined || code.language === "powershell") {
    for (const match of text.matchAll(windows)) report(match.index, match.index + match[0].length);
    return found;
  }
  const names = new Set(namesThatHold(text));
  let done = 0;
  for (const match of text.matchAll(call)) {
    if (match.index < done) continue;
    const open = match.index + match[0].length;
    const args = argumentsAt(text, open);
    done = open + args.length;
    const first = args.split(",", 1)[0]?.trim() ?? "";
    const isName = /^[\w$]+$/.test(first) && names.has(namesIn(first)[0] ?? "");
    if (wholeHome.test(args) || isName) report(match.index, open + args.length + 1);
  }
  return found;
}

function* namesThatHold(text: string): Iterable<string> {
  if (!/home|expanduser|HOME/.test(text)) return;
  for (const line of text.split("\n")) {
    if (line.length > 400 || !holdsHome.test(line)) continue;
    const name = /([A-Za-z_$][\w$]*)\s*(?::\s*\w+\s*)?=/.exec(line)?.[1];
    if (name !== undefined) yield name;
  }
}
