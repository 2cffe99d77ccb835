import { wordTable, wordsIn } from "./words.ts";

/** What the words of a piece of code may be about. */
export const mention = {
  download: 1,
  run: 2,
  network: 4,
  /** Files and programs that hold secrets. */
  secret: 8,
  delete: 16,
  decode: 32,
  /** Names of hidden folders (`.ssh`), which count behind a full stop alone. */
  dotFolder: 64,
  /** The environment, most often one variable of it. */
  environment: 128,
  /** Cookie and password stores of browsers, most often just cookies and a login. */
  store: 256,
  /** Hosts that catch requests. */
  sink: 512,
  /** Words that mean a deletion in few places only. */
  remove: 1024,
  /** Calls of Python and JavaScript that start a program. */
  process: 2048,
} as const;

let table: Uint32Array | undefined;

/** The union of what a piece of code mentions. Every rule of this area starts from it, so that most code is read once. */
export function mentionsIn(text: string): number {
  table ??= makeTable();
  const { mask } = wordsIn(text, table, mention.dotFolder);
  // `\x63` is no word.
  return text.includes("\\x") ? mask | mention.decode : mask;
}

function makeTable(): Uint32Array {
  const { download, run, network } = mention;
  return wordTable([
    [
      download | network,
      "curl wget iwr irm fetch axios requests httpx urlopen lynx aria axel xh downloadstring",
    ],
    [download | run, "iex invoke mshta regsvr pip pipx npx uvx bunx deno tgz"],
    [run, "sh bash zsh dash ksh ash fish python node perl ruby php pwsh powershell osascript lua tsx bun"],
    [run, "eval exec source function compile chmod su vm"],
    [
      network,
      "nc ncat netcat socat telnet tcp udp scp rsync sftp ftp rclone dig nslookup ping host openssl ssh",
    ],
    [
      network,
      "post put send sendall sendto sendmail socket sock ws websocket urllib http https got ky sendbeacon",
    ],
    [network, "upload putobject request s gs"],
    [
      mention.secret,
      "printenv netrc shadow gshadow sudoers keychain keychains credentials pypirc npmrc gnupg pgpass",
    ],
    [
      mention.secret,
      "wallet passwd rsa dsa ecdsa ed generic internet getchilditem gci gpg vault hosts gcloud sam",
    ],
    [mention.store, "cookies login logins binarycookies"],
    [
      mention.sink,
      "webhook requestbin requestcatcher pipedream interact oast burpcollaborator oastify canarytokens",
    ],
    [
      mention.sink,
      "dnslog ceye beeceptor hookbin ptsv transfer termbin ix sprunge paste pastebin dpaste hastebin",
    ],
    [mention.sink, "bashupload"],
    [mention.environment, "env environ environb toobject bun export declare typeset"],
    [mention.dotFolder, "ssh aws docker kube azure codex bitcoin ethereum electrum solana password my"],
    [
      mention.delete,
      "rm rmtree rmsync rmdir rmdirsync rimraf del rd ri removesync emptydir emptydirsync shred mkfs dd",
    ],
    [mention.delete, "wipefs trash"],
    [mention.remove, "remove delete format volume disk erase"],
    [
      mention.decode,
      "base atob decode bdecode fromcharcode fromhex unhexlify marshal decompress xxd rev tr openssl",
    ],
    [
      mention.decode,
      "printf chr reverse unescape decodeuricomponent frombase enc encodedcommand powershell pwsh buffer codecs",
    ],
    [
      mention.process,
      "system popen subprocess getoutput spawn exec execsync spawnsync execfile execfilesync execa",
    ],
    [mention.process, "execacommand check shell"],
  ]);
}

/** True where at least one rule has a reason to read the code. */
export function isOfInterest(mentions: number): boolean {
  const { download, run, network, decode, sink, process } = mention;
  const alone =
    mention.secret |
    mention.dotFolder |
    mention.environment |
    mention.store |
    mention.delete |
    mention.remove;
  const both = (a: number, b: number): boolean => (mentions & a) !== 0 && (mentions & b) !== 0;
  return both(download | decode, run) || both(network, sink) || (mentions & (alone | process)) !== 0;
}
