import type { Act } from "./finding.ts";

type Acts = readonly Act[];

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const fsReads = words(
  "readFile readdir stat lstat fstat access exists opendir readlink realpath createReadStream watch " +
    "watchFile statfs read readv glob openAsBlob pathExists readJson readJSON",
);
const fsWrites = words(
  "writeFile appendFile mkdir mkdtemp rm rmdir unlink rename chmod chown lchown symlink link truncate " +
    "ftruncate utimes futimes createWriteStream write writev fsync outputFile outputJson writeJson " +
    "writeJSON ensureDir ensureFile emptyDir remove mkdirp mkdirs ensureSymlink",
);
const fsBoth = words("copyFile cp copy move open");

/** Modules all of whose calls go over the network. */
const netModules =
  /^(?:https?|http2|net|tls|dns|dns\/promises|dgram|undici|axios|got|node-fetch|cross-fetch|isomorphic-fetch|ky|superagent|needle|request|ws|socket\.io-client|eventsource|nodemailer|ssh2|ftp|basic-ftp|pg|mysql2?|mysql2\/promise|mongodb|mongoose|redis|ioredis|openai|@anthropic-ai\/sdk|@google\/genai|@google\/generative-ai|@octokit\/rest|octokit|@slack\/web-api|@notionhq\/client|stripe|twilio|googleapis|express|fastify|@supabase\/supabase-js|@aws-sdk\/[\w-]+|aws-sdk|@sendgrid\/mail|resend|replicate|discord\.js|@linear\/sdk|jira-client|simple-git_)(?:\.|\(|$)/;
const passive =
  /\.(?:Agent|ProxyAgent|METHODS|STATUS_CODES|isIP|isIPv[46]|isAxiosError|Headers|FormData|setServers|setGlobalDispatcher|\w*Error|globalAgent|maxHeaderSize|validateHeaderName|EnvHttpProxyAgent|json|static|urlencoded|Router|Schema|Types|OPEN|CLOSED)(?:\(\))?$/;
const execModules =
  /^(?:child_process|execa|cross-spawn|shelljs|zx|node-pty|tinyexec|nano-spawn|spawndamnit|worker_threads\.Worker|cluster\.fork|bun\.\$|open)(?:\.|\(|$)/;
const browsers =
  /^(?:playwright|playwright-core|@playwright\/test|puppeteer|puppeteer-core|playwright-extra|puppeteer-extra)\./;
const databases =
  /^(?:better-sqlite3|sqlite3(?:\.Database)?|node:?sqlite\.DatabaseSync|sqlite\.DatabaseSync|sqlite\.open|bun:sqlite\.Database|level|lowdb|lowdb\.\w+)$/;

const table: ReadonlyMap<string, Acts> = new Map<string, Acts>([
  ["fetch", ["net"]],
  ["WebSocket", ["net"]],
  ["EventSource", ["net"]],
  ["XMLHttpRequest", ["net"]],
  ["navigator.sendBeacon", ["net"]],
  ["process.env", ["env"]],
  ["process.loadEnvFile", ["env", "fs.read"]],
  ["os.userInfo", ["env"]],
  ["dotenv.config", ["env", "fs.read"]],
  ["dotenv/config", ["env", "fs.read"]],
  ["process.dlopen", ["unanalysable"]],
  ["process.binding", ["unanalysable"]],
  ["process._linkedBinding", ["unanalysable"]],
  ["WebAssembly.instantiate", ["unanalysable"]],
  ["WebAssembly.compile", ["unanalysable"]],
  ["WebAssembly.Module", ["unanalysable"]],
  ["Function", ["unanalysable"]],
  ["eval", ["unanalysable"]],
  ["import", ["unanalysable"]],
  ["require", ["unanalysable"]],
  ["Bun.env", ["env"]],
  ["Bun.file", ["fs.read"]],
  ["Bun.write", ["fs.write"]],
  ["Bun.spawn", ["exec"]],
  ["Bun.spawnSync", ["exec"]],
  ["Bun.$", ["exec"]],
  ["Bun.serve", ["net"]],
  ["Bun.connect", ["net"]],
  ["Deno.env", ["env"]],
  ["Deno.Command", ["exec"]],
  ["Deno.run", ["exec"]],
  ["Deno.connect", ["net"]],
  ["Deno.listen", ["net"]],
  ["Deno.serve", ["net"]],
  ["glob", ["fs.read"]],
  ["glob.glob", ["fs.read"]],
  ["glob.globSync", ["fs.read"]],
  ["fast-glob", ["fs.read"]],
  ["fast-glob.sync", ["fs.read"]],
  ["globby", ["fs.read"]],
  ["globby.globby", ["fs.read"]],
  ["rimraf", ["fs.write"]],
  ["rimraf.rimraf", ["fs.write"]],
  ["rimraf.sync", ["fs.write"]],
  ["del", ["fs.write"]],
  ["mkdirp", ["fs.write"]],
  ["mkdirp.mkdirp", ["fs.write"]],
  ["sharp", ["fs.read"]],
  ["ts-morph.Project", ["fs.read"]],
  ["chokidar.watch", ["fs.read"]],
  ["simple-git", ["exec"]],
  ["simple-git.simpleGit", ["exec"]],
  ["esbuild.build", ["fs.read", "fs.write"]],
  ["exceljs.Workbook().xlsx.readFile", ["fs.read"]],
  ["xlsx.readFile", ["fs.read"]],
  ["xlsx.writeFile", ["fs.write"]],
  ["jimp.read", ["fs.read"]],
]);

/** The acts of a resolved name that is called, as `fs.readFileSync` or `child_process.spawn`. */
export function actsOfName(name: string): Acts {
  const known = table.get(name);
  if (known !== undefined) return known;
  const file = /^(?:fs|graceful-fs|fs-extra|Deno)\.(?:default\.)?(\w+)$/.exec(name);
  if (file !== null) return actsOfFile((file[1] ?? "").replace(/Sync$/, "").replace(/Text(?=File)/, ""));
  if (/^vm\.\w/.test(name)) return ["unanalysable"];
  if (/^(?:Bun|Deno)\.env\b/.test(name)) return ["env"];
  if (databases.test(name)) return ["fs.read", "fs.write"];
  if (browsers.test(name))
    return /\.(?:launch|launchPersistentContext|connect|connectOverCDP)$/.test(name) ? ["exec", "net"] : [];
  if (execModules.test(name)) return ["exec"];
  if (netModules.test(name)) return passive.test(name) ? [] : ["net"];
  return [];
}

function actsOfFile(name: string): Acts {
  if (fsReads.has(name) || name === "readDir") return ["fs.read"];
  if (fsWrites.has(name) || name === "makeTempDir" || name === "makeTempFile") return ["fs.write"];
  return fsBoth.has(name) ? ["fs.read", "fs.write"] : [];
}

/** Methods that say by their name alone what they do. */
const methods: ReadonlyMap<string, Acts> = new Map<string, Acts>([
  ["writeFile", ["fs.write"]],
  ["toFile", ["fs.write"]],
  ["goto", ["net"]],
  ["writeFileSync", ["fs.write"]],
  ["readFileSync", ["fs.read"]],
]);

export function actsOfMethod(method: string): Acts {
  return methods.get(method) ?? [];
}

/** Names that do something although they are not called. */
export function isRead(name: string): boolean {
  return /^(?:process|Bun)\.env$|^Deno\.env$/.test(name);
}

/** Names of the language and its hosts, where the script has none of its own. */
export const globals: ReadonlySet<string> = words(
  "fetch WebSocket EventSource XMLHttpRequest navigator process WebAssembly Function eval require Bun " +
    "Deno globalThis global window self module setTimeout setInterval Reflect",
);

/** Modules whose functions may also be passed on: `files.map(fs.unlinkSync)`. */
export const passedOn = /^(?:fs|child_process|https?)\.\w+$/;
