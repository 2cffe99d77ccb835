#!/usr/bin/env node
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { Script } from "node:vm";

// The entry of the bundle: it loads the other chunks, and keeps what V8 made of them for the next run. Compiling takes a
// third of a short run. Node 22 can keep compiled code by itself (`module.enableCompileCache`), Node 20 cannot, and the
// variables that steer it there steer this: NODE_COMPILE_CACHE names the folder, NODE_DISABLE_COMPILE_CACHE=1 keeps none.

/** The chunk of the command line. The bundler puts its real name here, which changes with the text of any chunk. */
const program = "./program.js";

type Load = (id: string) => unknown;
type Body = (exports: unknown, require: Load, module: { exports: unknown }, __dirname: string) => void;

/** Of one chunk, in the kept file: where its compiled code starts and ends. */
type Index = Readonly<Record<string, readonly [start: number, end: number]>>;

interface Kept {
  readonly index: Index;
  readonly bytes: Buffer;
}

/** What the other chunks cannot know; they find it at `Symbol.for("skillc.start")` of the global object. */
export interface Start {
  /** Another one for each build: the name of a chunk, which holds a hash of all of them. */
  readonly build: string;
  /** The user's folder for what can be made again; undefined where there is none. */
  readonly caches: string | undefined;
}

const modules = new Map<string, { exports: unknown }>();
const scripts = new Map<string, Script>();
const caches = placeOfCaches();
const keptAt = placeOfKept();
const kept = keptAt === undefined ? undefined : readKept(keptAt);
let isComplete = true;

function load(id: string): unknown {
  if (!id.startsWith("./")) return process.getBuiltinModule(id) ?? installed(id);
  const known = modules.get(id);
  if (known !== undefined) return known.exports;
  const module = { exports: {} };
  modules.set(id, module);
  const body = compile(id).runInThisContext() as Body;
  body(module.exports, load, module, __dirname);
  return module.exports;
}

/** A package that is not part of the bundle. */
function installed(id: string): unknown {
  const { createRequire } = process.getBuiltinModule("node:module");
  return createRequire(join(__dirname, "main.js"))(id);
}

function compile(id: string): Script {
  const filename = join(__dirname, id);
  const text = readFileSync(filename, "utf8");
  const range = kept?.index[id];
  const cachedData = range && kept?.bytes.subarray(...range);
  const script = new Script(`(function (exports, require, module, __dirname) {${text}\n})`, {
    filename,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  isComplete &&= script.cachedDataRejected === false;
  scripts.set(id, script);
  return script;
}

/** Undefined where nothing may be kept. Other chunks, another Node or another processor have another file. */
function placeOfKept(): string | undefined {
  if (process.env["NODE_DISABLE_COMPILE_CACHE"] === "1") return undefined;
  const folder = process.env["NODE_COMPILE_CACHE"] ?? caches;
  if (folder === undefined) return undefined;
  return join(folder, "skillc", `${program.slice(2, -3)}-${process.version}-${process.arch}.bin`);
}

/** As the XDG base directory specification has it, a path that is not absolute counts for none. */
function placeOfCaches(): string | undefined {
  const named = [process.env["XDG_CACHE_HOME"], process.env["LOCALAPPDATA"]];
  const folder = named.find((path) => path !== undefined && isAbsolute(path));
  try {
    return folder ?? join(homedir(), ".cache");
  } catch {
    // There is no home.
    return undefined;
  }
}

/** The length of the index in four bytes, the index as JSON, then the compiled code of the chunks. */
function readKept(path: string): Kept | undefined {
  try {
    const file = readFileSync(path);
    const start = 4 + file.readUInt32LE(0);
    return { index: JSON.parse(file.toString("utf8", 4, start)) as Index, bytes: file.subarray(start) };
  } catch {
    return undefined;
  }
}

/** Runs at the end, when V8 has compiled what the run used. A folder that cannot be written is no failure. */
function keep(path: string): void {
  const index: Record<string, readonly [number, number]> = {};
  const parts: Buffer[] = [];
  let length = 0;
  for (const [id, script] of scripts) {
    const part = script.createCachedData();
    index[id] = [length, length + part.length];
    length += part.length;
    parts.push(part);
  }
  for (const [id, [start, end]] of Object.entries(kept?.index ?? {})) {
    if (index[id] !== undefined || kept === undefined) continue;
    index[id] = [length, length + end - start];
    length += end - start;
    parts.push(kept.bytes.subarray(start, end));
  }
  const text = Buffer.from(JSON.stringify(index));
  const head = Buffer.alloc(4);
  head.writeUInt32LE(text.length);
  try {
    mkdirSync(join(path, ".."), { recursive: true, mode: 0o700 });
    // Another run may read it meanwhile.
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, Buffer.concat([head, text, ...parts]), { mode: 0o600 });
    renameSync(draft, path);
    removeOldest(dirname(path));
  } catch {
    return;
  }
}

// Each build has a file of some megabytes, and nothing else removes those of builds that are gone.
const mostBuilds = 4;

function removeOldest(folder: string): void {
  const files = readdirSync(folder)
    .filter((name) => /^program-.*\.bin/.test(name))
    .map((name) => ({ path: join(folder, name), time: statSync(join(folder, name)).mtimeMs }))
    .toSorted((a, b) => b.time - a.time);
  for (const { path } of files.slice(mostBuilds)) rmSync(path);
}

if (keptAt !== undefined) {
  process.on("exit", () => {
    if (!isComplete) keep(keptAt);
  });
}
const start: Start = { build: program, caches };
Object.defineProperty(globalThis, Symbol.for("skillc.start"), { value: start });
load(program);
