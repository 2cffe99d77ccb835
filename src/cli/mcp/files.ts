import { createHash } from "node:crypto";
import { readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";

/** A file of a skill that is served. */
export interface ServedFile {
  /** `skill://release-notes/scripts/list.mjs` */
  readonly uri: string;
  /** Below the folder of the skill. */
  readonly path: string;
  /** Undefined: gone, too large, or not inside the folder of the skill. */
  readonly read: () => Uint8Array | undefined;
}

/** Hosts accept a skill up to this size, all files together, and need not accept a larger one. In bytes. */
export const largestSkill = 1 << 24;

/** A text that skillc wrote itself. */
export function textFile(folder: string, path: string, text: string): ServedFile {
  const bytes = new TextEncoder().encode(text);
  return { uri: uriOf(folder, path), path, read: () => bytes };
}

/** A file on disk, read anew each time: what was listed and what is read are told apart by their digests. */
export function diskFile(folder: string, path: string, source: string): ServedFile {
  const disk = resolve(source);
  const depth = path.split("/").length;
  const root = Array.from({ length: depth }).reduce<string>((at) => dirname(at), disk);
  return { uri: uriOf(folder, path), path, read: () => bytesInside(disk, root) };
}

/** A link out of the skill would hand any file of the machine to the client. */
function bytesInside(disk: string, root: string): Uint8Array | undefined {
  try {
    const real = realpathSync(disk);
    if (!real.startsWith(realpathSync(root) + sep)) return undefined;
    const stats = statSync(real);
    return stats.isFile() && stats.size <= largestSkill ? readFileSync(real) : undefined;
  } catch {
    return undefined;
  }
}

function uriOf(folder: string, path: string): string {
  return `skill://${[folder, ...path.split("/")].map(encodeURIComponent).join("/")}`;
}

/** One spelling for all ways of writing a URI; undefined where it is none of ours. */
export function sameUri(uri: string): string | undefined {
  if (!uri.startsWith("skill://")) return undefined;
  try {
    const steps = uri.slice("skill://".length).replace(/\/$/, "").split("/").map(decodeURIComponent);
    return `skill://${steps.map(encodeURIComponent).join("/")}`;
  } catch {
    return undefined;
  }
}

export function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

const types: Readonly<Record<string, string>> = {
  css: "text/css",
  csv: "text/csv",
  html: "text/html",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  js: "text/javascript",
  json: "application/json",
  md: "text/markdown",
  mjs: "text/javascript",
  pdf: "application/pdf",
  png: "image/png",
  py: "text/x-python",
  sh: "application/x-sh",
  svg: "image/svg+xml",
  ts: "text/typescript",
  txt: "text/plain",
  xml: "application/xml",
  yaml: "application/yaml",
  yml: "application/yaml",
};

export function mimeType(path: string): string {
  const [, extension = ""] = /\.([a-z]+)$/i.exec(path) ?? [];
  const name = extension.toLowerCase();
  return (Object.hasOwn(types, name) ? types[name] : undefined) ?? "application/octet-stream";
}

/** As `resources/read` gives it: text where the bytes are UTF-8, so that decoding loses nothing. */
export function contentOf(uri: string, path: string, bytes: Uint8Array): Readonly<Record<string, string>> {
  const about = { uri, mimeType: mimeType(path) };
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { ...about, text };
  } catch {
    return { ...about, blob: Buffer.from(bytes).toString("base64") };
  }
}
