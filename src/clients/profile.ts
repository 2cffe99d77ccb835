import { firstOf } from "./check.ts";
import type { Check, Draft } from "./check.ts";
import type { Client, ClientEntry, ClientName, ClientVerdict, Listing, Verdict } from "./client.ts";
import { decode } from "./decode.ts";
import type { Decoding } from "./decode.ts";
import type { Loader, Loading } from "./loading.ts";
import { keyText } from "./check.ts";
import type { Fields } from "./yaml/reading.ts";

/** How a client behaves when it will not have a file. */
export interface Outcome {
  readonly verdict: Verdict;
  readonly silent: boolean;
}

/** Where a file can stop. */
type Stop = "unfound" | "unreadable" | "undecodable" | "too-large" | "no-front" | "bad-yaml" | "bad-field";

/** A client as data. `load` in this file is the machine that runs it. */
export interface Profile {
  readonly name: ClientName;
  readonly title: string;
  readonly read: Client["read"];
  readonly date: string;
  readonly sources: readonly string[];
  /** File names that are looked for, letter case included. */
  readonly fileNames: readonly string[];
  readonly decoding: Decoding;
  /** In bytes. */
  readonly largest?: number;
  readonly loader: Loader;
  /** The name and the description as the client makes them from the fields; by default as they stand there. */
  readonly shape?: (
    fields: Fields,
    folderName: string,
    body: string,
  ) => Pick<Draft, "name" | "description" | "cut">;
  readonly checks: readonly Check[];
  /** Top-level keys that the client acts on or keeps; `all` where nothing is lost. */
  readonly keeps: readonly string[] | "all";
  readonly otherwise: Outcome;
  readonly stops?: Partial<Record<Stop, Outcome>>;
  /** Whether a loss is told to the user. */
  readonly tellsLoss?: boolean;
  /** What is left of a skill whose front matter cannot be read, where the client loads it all the same. */
  readonly loadsUnread?: boolean;
  readonly listing?: Listing;
}

export const rejected: Outcome = { verdict: "rejected", silent: false };
export const droppedSilently: Outcome = { verdict: "dropped", silent: true };
export const droppedAloud: Outcome = { verdict: "dropped", silent: false };
export const crashes: Outcome = { verdict: "crashes", silent: false };

export function client(profile: Profile): Client {
  const { name, title, read, date, sources, listing } = profile;
  return {
    name,
    title,
    read,
    date,
    sources,
    load: (entry) => load(profile, entry),
    ...(listing === undefined ? {} : { listing }),
  };
}

function load(profile: Profile, entry: ClientEntry): ClientVerdict {
  const { file } = entry;
  const fileName = file.path.slice(file.path.lastIndexOf("/") + 1);
  if (!profile.fileNames.includes(fileName) || file.kind === "link") {
    const wanted = profile.fileNames.map((one) => `\`${one}\``).join(" or ");
    return stopped(profile, "unfound", `The client looks for ${wanted} and finds none.`);
  }
  if (file.kind !== "file") {
    return stopped(
      profile,
      "unreadable",
      `\`${fileName}\` is ${file.kind === "directory" ? "a folder" : "not readable"}.`,
    );
  }
  if (profile.largest !== undefined && file.size > profile.largest) {
    return stopped(profile, "too-large", `The file is larger than ${profile.largest} bytes.`);
  }
  const text = decode(file, profile.decoding);
  if (text === undefined) return stopped(profile, "undecodable", "The file is not UTF-8.");
  return judge(profile, entry, profile.loader(text));
}

function judge(profile: Profile, entry: ClientEntry, loading: Loading): ClientVerdict {
  switch (loading.kind) {
    case "none":
      if (profile.loadsUnread === true) return accept(profile, entry, emptyLoading(""), loading.reason);
      return stopped(profile, "no-front", loading.reason);
    case "crashed":
      return { ...crashes, lost: [], lenient: false, reason: loading.reason };
    case "refused":
      if (profile.loadsUnread !== true) return stopped(profile, "bad-yaml", loading.reason);
      return accept(profile, entry, emptyLoading(loading.body, loading.front), loading.reason);
    case "fields":
      return accept(profile, entry, loading);
  }
}

type FieldsLoading = Loading & { readonly kind: "fields" };

function emptyLoading(body: string, front = ""): FieldsLoading {
  return { kind: "fields", fields: new Map(), body, front, lenient: front !== "" };
}

function accept(profile: Profile, entry: ClientEntry, loading: FieldsLoading, why?: string): ClientVerdict {
  const { fields } = loading;
  const shaped = profile.shape?.(fields, entry.folderName, loading.body) ?? asWritten(fields);
  const draft: Draft = { fields, folderName: entry.folderName, ...shaped };
  const problem = firstOf(profile.checks, draft);
  if (typeof problem === "object") return { ...crashes, lost: [], lenient: false, reason: problem.crash };
  if (problem !== undefined) return stopped(profile, "bad-field", problem);
  const lost = lostFields(profile, draft, loading);
  const loses = lost.length > 0 || loading.lenient;
  return {
    verdict: loses ? "loads-with-loss" : "loads",
    silent: loses && profile.tellsLoss !== true,
    ...(typeof draft.name === "string" ? { name: draft.name } : {}),
    ...(typeof draft.description === "string" ? { description: draft.description } : {}),
    lost,
    lenient: loading.lenient,
    reason: why ?? reasonOf(lost, loading.lenient),
  };
}

function asWritten(fields: Fields): Pick<Draft, "name" | "description" | "cut"> {
  return { name: fields.get("name"), description: fields.get("description"), cut: [] };
}

function reasonOf(lost: readonly string[], lenient: boolean): string {
  if (lenient) return "The YAML cannot be read, and a lenient second reading takes what it can.";
  if (lost.length === 0) return "The client reads every field.";
  return `The client does not keep all of ${lost.map((field) => `\`${field}\``).join(", ")}.`;
}

function lostFields(profile: Profile, draft: Draft, loading: FieldsLoading): readonly string[] {
  const lost = new Set<string>(draft.cut);
  const { keeps } = profile;
  if (keeps !== "all") {
    for (const key of draft.fields.keys()) {
      if (typeof key !== "string" || !keeps.includes(key)) lost.add(keyText(key));
    }
  }
  if (loading.lenient) {
    for (const key of keysOf(loading.front)) if (!draft.fields.has(key)) lost.add(key);
  }
  if (loading.cut !== undefined) {
    const last = keysOf(loading.front).at(-1);
    for (const key of [...(last === undefined ? [] : [last]), ...keysOf(loading.cut)]) lost.add(key);
  }
  return [...lost].sort();
}

/** The keys at the start of a line, as the eye reads them. */
function keysOf(front: string): readonly string[] {
  return [...front.matchAll(/^["']?([A-Za-z_][\w-]*)["']?[ \t]*:/gm)].map((match) => match[1] ?? "");
}

function stopped(profile: Profile, stop: Stop, reason: string): ClientVerdict {
  const outcome = profile.stops?.[stop] ?? profile.otherwise;
  return { ...outcome, lost: [], lenient: false, reason };
}
