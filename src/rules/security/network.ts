import type { Call } from "./commands.ts";
import type { Word } from "./shell.ts";

const downloaders = /^(?:curl|wget|aria2c|http|https|xh|fetch|lynx|axel)$/;

/** True for a program that brings the contents of an address. */
export function downloads({ name, args }: Call): boolean {
  return downloaders.test(name) && args.some(({ value }) => isAddress(value));
}

/** A web address, or a variable that may hold one. */
function isAddress(value: string): boolean {
  return (
    /^["']?(?:(?:https?|ftp):\/\/|\$\{?\w|\$\(|<?\w[\w.-]*\.\w{2,}(?:\/|$))/i.test(value) ||
    value.includes("://")
  );
}

/** Where a downloader writes: the file it names, or the last part of the address for `-O`. */
export function outputOf({ name, args, command }: Call): string | undefined {
  const toFile = command.redirects.find(({ operator }) => operator === ">" || operator === ">|");
  if (toFile !== undefined) return toFile.target.value;
  const values = args.map(({ value }) => value);
  const named =
    name === "wget"
      ? /^(?:-[a-zA-Z]*O|--output-document)(?:=(.*))?$/
      : /^(?:-[a-zA-Z]*o|--output)(?:=(.*))?$/;
  for (const [at, value] of values.entries()) {
    const match = named.exec(value);
    if (match !== null) return match[1] ?? values[at + 1];
    const joined = /^-o(.+)$/.exec(value);
    if (joined !== null && name === "curl") return joined[1];
  }
  const address = values.find((value) => value.includes("://"));
  const last = address === undefined ? undefined : /\/([^/?#]+)(?:[?#].*)?$/.exec(address)?.[1];
  const keepsName = name === "wget" || values.some((value) => /^(?:-[a-zA-Z]*O|--remote-name)/.test(value));
  return keepsName ? last : undefined;
}

const valueOptions =
  /^(?:-d|--data(?:-(?:raw|binary|urlencode|ascii))?|-F|--form(?:-string)?|--json|-T|--upload-file|-b|--cookie|-H|--header|--post-data|--post-file|--body-data|--body-file|--url-query|-u|--user|-A|-e)(?:=|$)/;
const shortWithValue = /^-[a-zA-Z]*[dFTbHuAe](?=.)/;

/** The words of a program that leave the machine: bodies, forms, headers, addresses. Nothing for other programs. */
export function sentWords({ name, args, command }: Call): readonly Word[] {
  if (downloaders.test(name)) {
    return args.filter(
      ({ value }, at) =>
        isAddress(value) ||
        valueOptions.test(value) ||
        shortWithValue.test(value) ||
        valueOptions.test(args[at - 1]?.value ?? "") ||
        /^-[a-zA-Z]*[dFTbHuAe]$/.test(args[at - 1]?.value ?? "") ||
        /^(?:POST|PUT)$/i.test(args[at - 1]?.value ?? "") ||
        value.includes("@"),
    );
  }
  if (/^(?:dig|nslookup|host|ping|ping6|drill)$/.test(name))
    return args.filter(({ value }) => value.includes("."));
  if (/^(?:scp|rsync|sftp|ftp|rclone|rcp)$/.test(name)) {
    // The key that proves who is asking stays here.
    const files = args.filter((_, at) => args[at - 1]?.value !== "-i");
    return args.some(({ value }) => isRemote(value)) ? files.slice(0, -1) : [];
  }
  if (/^(?:aws|gsutil|az|gcloud)$/.test(name))
    return args.some(({ value }) => /^(?:s3|gs):\/\//.test(args.at(-1)?.value ?? "") && value === "cp")
      ? args.slice(0, -1)
      : [];
  if (connects({ name, args, command })) return [...args, ...command.redirects.map(({ target }) => target)];
  return [];
}

function isRemote(value: string): boolean {
  return /^(?:[\w.$-]+@)?[\w.$-]{2,}:(?!\/\/)|^\w+:\/\/|^[a-z]\w+:/i.test(value) && !/^[A-Z]:/i.test(value);
}

/** True for a program that sends what comes through the pipe. */
export function sendsInput(call: Call): boolean {
  const { name, args } = call;
  if (connects(call)) return true;
  if (downloaders.test(name)) {
    return (
      args.some(
        ({ value }) => /^(?:@-|-|.*=?@-|@\/dev\/stdin)$/.test(value) && value !== "-s" && value.length > 0,
      ) || postsInput(call)
    );
  }
  if (name === "xargs") return args.some(({ value }) => /^(?:curl|wget|nc|dig|nslookup)$/.test(value));
  return name === "ssh" && args.length > 1;
}

function postsInput({ name, args }: Call): boolean {
  return /^(?:http|https|xh)$/.test(name) && args.some(({ value }) => /^(?:POST|PUT|PATCH)$/.test(value));
}

/** A connection of its own: `nc host 443`, `> /dev/tcp/host/443`, `openssl s_client`. */
function connects({ name, args, command }: Pick<Call, "name" | "args" | "command">): boolean {
  if (/^(?:nc|ncat|netcat|socat|telnet)$/.test(name)) {
    return !args.some(({ value }) => /^-[a-z]*[lz]/.test(value)) && args.length > 0;
  }
  if (name === "openssl") return args[0]?.value === "s_client";
  return command.redirects.some(({ target }) => /^\/dev\/(?:tcp|udp)\//.test(target.value));
}

/** Hosts whose purpose is to show to whoever set them up what arrives there. */
const catchAll =
  /\b(?:webhook\.site|requestbin\.\w+|requestcatcher\.com|pipedream\.net|interact\.sh|oast\.(?:pro|live|site|online|fun|me)|burpcollaborator\.net|oastify\.com|canarytokens\.\w+|dnslog\.cn|ceye\.io|beeceptor\.com|hookbin\.com|ptsv[23]\.com|transfer\.sh|0x0\.st|file\.io|termbin\.com|ix\.io|sprunge\.us|paste\.rs|pastebin\.com\/api|dpaste\.\w+\/api|hastebin\.com|paste\.ee|temp\.sh|bashupload\.com)\b/i;

/** The part of a text that names such a host. */
export function catchAllHost(text: string): string | undefined {
  return catchAll.exec(text)?.[0];
}

const requestPattern =
  /\b(?:requests|httpx|session|client|aiohttp|axios|got|ky|superagent|needle|http|https|urllib|urllib3|urllib\.request|s3|s3_client|smtp|server|sock|socket|conn|ws|websocket|channel|ftp)\.(?:post|put|patch|get|request|urlopen|send|sendall|sendto|sendmail|send_message|write|upload_file|put_object|storbinary|Request)\s*\(|(?<![.\w])(?:urlopen|urlretrieve|fetch|axios|got|ky|Request|post|UrlFetchApp\.fetch|navigator\.sendBeacon)\s*\(|\bnew\s+(?:WebSocket|Image|EventSource)\s*\(/g;

/** Where calls of Python and JavaScript start that send something, with the offset behind the bracket. */
export function* requestsIn(text: string): Iterable<{ readonly start: number; readonly open: number }> {
  for (const match of text.matchAll(requestPattern)) {
    yield { start: match.index, open: match.index + match[0].length };
  }
}
