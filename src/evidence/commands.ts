import type { Act } from "./finding.ts";

type Known = Exclude<Act, "unanalysable">;

/** What a program does with its operands, apart from its options. */
export interface Program {
  readonly acts: readonly Known[];
  /** `reads` holds only where an operand names a file; a filter without one reads its input. */
  readonly reads?: "operands" | "after-first";
  /** Why, as a verb: `deletes files`. */
  readonly verb?: string;
}

const words = (text: string): readonly string[] => text.split(" ");

/** Nothing outside the process: builtins, text on its way through a pipe, time. */
const inert = words(
  "[ [[ : exec command builtin alias awk_ basename break bg builtin caller cd clear column_ compgen " +
    "complete continue date declare dirname dirs disown echo enable exit expr false fc fg getopts hash " +
    "help history id jobs kill let local logger logname mapfile nproc numfmt popd printf pushd pwd read " +
    "readarray readonly return seq set shift shopt sleep suspend test time times tput tr trap true tty " +
    "type typeset ulimit umask unalias uname unset wait which whoami yes command hostname arch pgrep " +
    "pkill killall ps bc dc stty nice_ locale export",
);
const filters = words(
  "cat head tail less more sort uniq wc cut paste column fold fmt nl od xxd hexdump strings rev tac " +
    "base64 base32 md5sum sha1sum sha256sum sha512sum shasum md5 cksum expand comm join tsort iconv zcat " +
    "bzcat xzcat gzcat bat pygmentize csvcut csvlook split_",
);
const filtersWithPattern = words("grep egrep fgrep rg zgrep ag ack jq yq awk gawk mawk sed xq xmllint");
const readers = words(
  "ls find stat file du df tree readlink realpath diff cmp locate lsof fd exa eza glob wc_ pdfinfo " +
    "identify ffprobe exiftool_ mdls",
);
const writers = words("mkdir touch chmod chown chgrp mktemp truncate mkfifo fallocate");
const deleters = words("rm rmdir unlink shred trash");
const copiers = words(
  "cp mv ln install rsync_ dd tar zip unzip gzip gunzip bzip2 bunzip2 xz unxz 7z zstd ditto split csplit patch",
);
const nets = words(
  "wget curl_ http https nc ncat netcat telnet ftp sftp tftp ping ping6 dig nslookup host whois " +
    "traceroute aria2c xh httpie mail sendmail openssl_ lynx w3m",
);
const remote = words("ssh scp rsync");
const netTools = words(
  "gh glab hub aws gcloud gsutil az kubectl helm terraform vercel netlify wrangler heroku fly flyctl " +
    "doctl stripe supabase firebase npx pnpx bunx uvx pipx npm pnpm yarn pip pip3 uv poetry conda mamba " +
    "brew apt apt-get apk dnf yum pacman snap gem bundle cargo go composer docker docker-compose podman " +
    "yt-dlp youtube-dl psql mysql mongosh redis-cli nuget dotnet mvn gradle hf huggingface-cli ollama " +
    "codex claude gemini",
);

let table: ReadonlyMap<string, Program> | undefined;

/** Undefined for a program that is not known: it is a process that may do what it likes. */
export function programOf(name: string): Program | undefined {
  table ??= new Map<string, Program>([
    ...inert.map((word): [string, Program] => [word, { acts: [] }]),
    ...filters.map((word): [string, Program] => [word, { acts: [], reads: "operands" }]),
    ...filtersWithPattern.map((word): [string, Program] => [word, { acts: [], reads: "after-first" }]),
    ...readers.map((word): [string, Program] => [word, { acts: ["fs.read"] }]),
    ...writers.map((word): [string, Program] => [word, { acts: ["fs.write"] }]),
    ...deleters.map((word): [string, Program] => [word, { acts: ["fs.write"], verb: "deletes files" }]),
    ...copiers.map((word): [string, Program] => [word, { acts: ["fs.read", "fs.write"] }]),
    ...nets.map((word): [string, Program] => [word, { acts: ["net"] }]),
    ...remote.map((word): [string, Program] => [
      word,
      { acts: word === "ssh" ? ["net", "exec"] : ["net", "fs.read", "fs.write"] },
    ]),
    ...netTools.map((word): [string, Program] => [word, { acts: ["exec", "net"] }]),
    ["wget", { acts: ["net", "fs.write"] }],
    ["curl", { acts: ["net"] }],
    ["aria2c", { acts: ["net", "fs.write"] }],
    ["tee", { acts: ["fs.write"] }],
    ["env", { acts: ["env"] }],
    ["printenv", { acts: ["env"] }],
    ["source", { acts: ["fs.read"] }],
    [".", { acts: ["fs.read"] }],
  ]);
  return table.get(name);
}

const gitNet = new Set(words("clone fetch pull push ls-remote submodule remote-update"));
const gitWrite = new Set(
  words(
    "add am apply checkout cherry-pick clean clone commit config fetch init merge mv pull rebase reset " +
      "restore revert rm stash switch submodule tag worktree branch",
  ),
);

/** git is a process; its first word says what else it does. */
export function gitActs(verb: string): readonly Known[] {
  const acts: Known[] = ["exec"];
  if (gitNet.has(verb)) acts.push("net");
  if (gitWrite.has(verb)) acts.push("fs.write");
  return acts;
}

const shells = /^(?:sh|bash|zsh|dash|ksh|ash)$/;
const pythons = /^(?:python[\d.]*|pypy3?)$/;
const nodes = /^(?:node|nodejs|bun|deno|tsx|ts-node)$/;
const others = /^(?:ruby|perl|php|lua|Rscript|osascript|pwsh|powershell|julia|swift|groovy|tclsh|fish)$/;

export type Interpreter = "shell" | "python" | "javascript" | "other";

export function interpreterOf(name: string): Interpreter | undefined {
  if (shells.test(name)) return "shell";
  if (pythons.test(name)) return "python";
  if (nodes.test(name)) return "javascript";
  return others.test(name) ? "other" : undefined;
}

/** Words in front of a command that only change how it runs. */
export const wrappers: ReadonlySet<string> = new Set(
  words(
    "sudo doas command builtin exec nohup time nice ionice stdbuf setsid env timeout gtimeout xargs " +
      "parallel watch busybox caffeinate arch",
  ),
);
