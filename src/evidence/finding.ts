/** What code does at one place. `unanalysable` is code that cannot be known before it runs: it may do anything. */
export type Act = "fs.read" | "fs.write" | "net" | "exec" | "env" | "unanalysable";

/** One place of a text and what it does there, in offsets of that text. */
export interface Finding {
  readonly act: Act;
  /** Completes “the script …”: `` deletes files with `rm` ``. */
  readonly why: string;
  readonly start: number;
  readonly end: number;
}

export type CodeLanguage = "shell" | "python" | "javascript";

/** Reads code that stands inside other code: `bash -c "…"`, a here-document of `python3`. */
export type ReadEmbedded = (language: CodeLanguage, text: string, depth: number) => readonly Finding[];

/** Reads a text of one language. Never throws, and is linear in the length of the text. */
export type Reader = (text: string, embedded: ReadEmbedded, depth: number) => readonly Finding[];

/** Takes findings down; of one place and act the first is kept. */
export interface Notebook {
  readonly add: (act: Act, why: string, start: number, end: number) => void;
  readonly findings: readonly Finding[];
}

export function notebook(): Notebook {
  const findings: Finding[] = [];
  const seen = new Set<string>();
  return {
    findings,
    add(act, why, start, end) {
      const key = `${act}:${start}`;
      if (seen.has(key)) return;
      seen.add(key);
      findings.push({ act, why, start, end });
    },
  };
}

/** As much of a piece of code as a message shows, on one line. */
export function shown(text: string): string {
  const line = text.slice(0, 120).replaceAll(/\s+/g, " ").replaceAll("`", "'").trim();
  return line.length > 48 ? `${line.slice(0, 47)}…` : line;
}

/** Names of variables and files that hold what opens an account. */
const secretName =
  /(?:^|_)(?:API_?KEY|ACCESS_?KEY|SECRET|TOKEN|PASSWORD|PASSWD|CREDENTIALS?|PRIVATE_?KEY|KEY)(?:_|$|S$)/i;
const secretFile =
  /(?:^|[/\\])(?:\.env(?:\.\w+)?|\.netrc|\.npmrc|\.pypirc|id_(?:rsa|ed25519|ecdsa)|credentials(?:\.json)?|\.git-credentials)$|(?:^|[/\\~])\.(?:ssh|aws|gnupg|kube|config\/gcloud)(?:[/\\]|$)/;

export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

export function isSecretFile(path: string): boolean {
  return path.length < 400 && secretFile.test(path);
}
