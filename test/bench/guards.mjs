// Guards: closures and emitted JavaScript against the same by hand and against peers; patterns against RegExp; the
// parser against one written by hand.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { guards, texts } from "./guard-cases.mjs";
import { guardPeers } from "./guard-peers.mjs";
import { median, print, printRatio, ratioOf } from "./measure.mjs";
import { scratch } from "./skills.mjs";

const sizes = { "1 KB": 1024, "4 KB": 4096, "64 KB": 65_536 };

/** Seconds of CPU time for one call, over texts in turn, from as many calls as take some milliseconds. */
function timeOfCall(run, inputs, count) {
  const before = process.cpuUsage();
  let sum = 0;
  for (let i = 0; i < count; i++) sum += run(inputs[i % inputs.length]) ? 1 : 0;
  const { user, system } = process.cpuUsage(before);
  // Looked at, so that no call can be left out.
  if (sum < 0) throw new Error("impossible");
  return (user + system) / 1e6 / count;
}

const leastTime = 0.005;

function callsFor(run, inputs) {
  let count = 1;
  while (timeOfCall(run, inputs, count) * count < leastTime) count *= 2;
  return count;
}

/** Each function once a round, in turn; name → times of one call. */
function race(rounds, functions, inputs) {
  const names = Object.keys(functions);
  const counts = Object.fromEntries(names.map((name) => [name, callsFor(functions[name], inputs)]));
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const time = timeOfCall(functions[name], inputs, counts[name]);
      times[name].push({ cpu: time, wall: time });
    }
  }
  return times;
}

const geometricMean = (values) =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
const microseconds = (times) => median(times.map(({ cpu }) => cpu * 1e6));
const column = (value) => (value >= 100 ? value.toFixed(0) : value.toFixed(2)).padStart(8);

function printMean(name, ratios, bar) {
  const range = { min: Math.min(...ratios), max: Math.max(...ratios) };
  printRatio(name, { median: geometricMean(ratios), ...range }, bar);
}

/** Closures, emitted code and peers, as ratios to code by hand: one row for each guard and size. */
export async function measureGuards({ library, rounds }) {
  const [{ guard }, { emitJavaScript }] = await Promise.all([
    library("src/guard/guard.js"),
    library("src/guard/javascript.js"),
  ]);
  const peers = await guardPeers();
  const contestants = ["closures", "emitted", ...Object.keys(peers)];
  const ratios = Object.fromEntries(contestants.map((name) => [name, []]));
  print(`  of code by hand: ${contestants.join(", ")}; µs of code by hand`);
  for (const [size, characters] of Object.entries(sizes)) {
    for (const [name, one] of Object.entries(guards)) {
      const checked = guard(one.source, one.type ?? "Str");
      const inputs = one.type === "Json" ? texts.documents(characters) : texts.reports(characters);
      const functions = {
        byHand: one.byHand,
        closures: checked.test,
        emitted: await loaded(emitJavaScript(checked.predicate, "guard")),
        ...Object.fromEntries(Object.entries(peers).map(([peer, compile]) => [peer, compile(one)])),
      };
      requireAgreement(name, functions, inputs);
      const times = race(rounds, functions, inputs);
      const row = contestants.map((contestant) => {
        const { median: ratio } = ratioOf(times[contestant], times.byHand);
        ratios[contestant].push(ratio);
        return column(ratio);
      });
      print(
        `  ${size.padEnd(6)} ${name.padEnd(9)} ${row.join(" ")}   ${microseconds(times.byHand).toFixed(3)} µs`,
      );
    }
  }
  printMean("closures / by hand, geometric mean", ratios.closures, { most: 2 });
  printMean("closures / by hand, worst", [Math.max(...ratios.closures)], { most: 3.5 });
  printMean("emitted JavaScript / by hand, geometric mean", ratios.emitted, { most: 1.5 });
  printMean("emitted JavaScript / by hand, worst", [Math.max(...ratios.emitted)], { most: 2.5 });
  for (const peer of Object.keys(peers)) {
    const lead = (ours) => ratios[peer].map((ratio, i) => ratio / ratios[ours][i]);
    printMean(`${peer} / closures`, lead("closures"), { least: 1 });
    printMean(`${peer} / emitted JavaScript`, lead("emitted"), { least: 1 });
  }
}

/** The function of an emitted module. */
async function loaded({ code, runtime }) {
  const source = `${runtime}\n${code}\nexport { guard };\n`;
  const module = await import(`data:text/javascript;base64,${Buffer.from(source).toString("base64")}`);
  return module.guard;
}

function requireAgreement(name, functions, inputs) {
  for (const input of [...inputs, ""]) {
    const answers = Object.entries(functions).map(([who, run]) => [who, answerOf(run, input)]);
    const different = answers.filter(([, answer]) => answer !== answers[0][1]);
    if (different.length > 0) throw new Error(`${name} on ${input.slice(0, 40)}: ${JSON.stringify(answers)}`);
  }
}

/** Peers throw, or return an error, where a guard is false. */
function answerOf(run, input) {
  try {
    const answer = run(input);
    return answer === true || answer === 1;
  } catch {
    return false;
  }
}

/** Patterns of every kind that people write, as a guard has them and as RegExp does; `i` and `m` stand in front. */
const patterns = [
  "^#",
  "(?m)^## ",
  "TODO|FIXME|XXX",
  "\\d{4}-\\d{2}-\\d{2}",
  "\\w+\\(\\)",
  "https?://\\w+",
  "(?i)error|warning|failed",
  '"verdict":\\s*"\\w+"',
  "\\w+@\\w+\\.\\w+",
  ".*conclusionzz.*",
  "(?m)^- \\[[ x]\\] ",
  "[\u4e00-\u9fff]+",
  "reviews",
  "(foo|bar|baz)+qux",
  "\\s+$",
  "(?:pass|fail)ed:?\\s+\\d+ tests",
];

/** Patterns on which backtracking takes more than linear time, and what is repeated in the text that shows it. */
const catastrophic = {
  "(a+)+$": "a",
  "(a|aa)+$": "a",
  "^(([a-z])+.)+[A-Z]([a-z])+$": "a",
  "(.*a){12}$": "a",
  "a*a*a*a*b": "a",
  ".*.*=.*x": "=",
  "\\s+$": " ",
  "[a-z]+@": "a",
  "<!--.*-->": "<!--",
  ".*a.{12}b": "a",
  "(foo|bar|baz)+qux": "foobar",
  "(\\w+\\s?)*!": "word ",
  "error.{0,80}fatal": "error ",
};

export async function measurePatterns({ library, rounds }) {
  const { compilePattern } = await library("src/regex/engine.js");
  const ratios = [];
  const worst = [];
  const inputs = texts.reports(4096);
  for (const pattern of patterns) {
    const flags = /^\(\?([im])\)/.exec(pattern);
    const native = new RegExp(pattern.slice(flags?.[0].length ?? 0), flags?.[1] ?? "");
    const functions = { native: (text) => native.test(text), own: compilePattern(pattern) };
    requireAgreement(pattern, functions, inputs);
    const times = race(rounds, functions, inputs);
    ratios.push(ratioOf(times.own, times.native).median);
    worst.push(microseconds(times.own));
    print(`  ${column(ratios.at(-1))}  ${worst.at(-1).toFixed(2).padStart(6)} µs a 4 KB  ${pattern}`);
  }
  printMean("patterns / RegExp, geometric mean", ratios, { most: 1.5 });
  printMean("the slowest pattern, µs a 4 KB", [Math.max(...worst)], { most: 60 });
  const growths = Object.entries(catastrophic).map(([pattern, repeated]) => {
    const search = compilePattern(pattern);
    const textOf = (size) => [Buffer.from(`${repeated.repeat(size / repeated.length)}\u0001`).toString()];
    const [short, long] = [textOf(4096), textOf(65_536)].map((list) => race(rounds, { search }, list).search);
    return ratioOf(long, short).median;
  });
  printMean("backtracking's worst patterns, 64 KB / 4 KB, the most", [Math.max(...growths)], { most: 24 });
}

/** The parser against one by hand, over random guards that both read to the same tree. */
export async function measureParser({ library, rounds }) {
  const [{ parseGuard }, { span, textSource }, byHand] = await Promise.all([
    library("grammar/parse.js"),
    library("src/report/source.js"),
    bundled("guard-sources.ts"),
  ]);
  const sourceOf = (text) => {
    const file = textSource("guard", text);
    return { text, at: (start, end) => span(file, start, end) };
  };
  const sound = byHand
    .randomGuards(4000)
    .filter((text) => parseGuard(sourceOf(text)).diagnostics.length === 0);
  for (const text of sound) {
    const trees = [parseGuard(sourceOf(text)).value, byHand.parseByHand(text)];
    if (!isDeepStrictEqual(...trees)) throw new Error(`the parsers differ on ${text}`);
  }
  const mean = sound.reduce((sum, { length }) => sum + length, 0) / sound.length;
  print(`  ${sound.length} random guards of ${mean.toFixed(0)} characters; µs a guard`);
  const sources = sound.map(sourceOf);
  const pass = (parse, list) => () => {
    for (const source of list) parse(source);
    return true;
  };
  const times = race(
    rounds,
    { byHand: pass(byHand.parseByHand, sound), parser: pass(parseGuard, sources) },
    [0],
  );
  for (const [name, list] of Object.entries(times))
    print(`  ${name} ${(microseconds(list) / sound.length).toFixed(2)} µs`);
  printRatio("parser / by hand", ratioOf(times.parser, times.byHand), { most: 6 });
}

/** A module of this folder in TypeScript. */
async function bundled(name) {
  const { rolldown } = await import("rolldown");
  const bundle = await rolldown({
    input: join(import.meta.dirname, name),
    platform: "node",
    logLevel: "silent",
  });
  const folder = scratch("bundled");
  await bundle.write({ dir: folder, entryFileNames: "[name].mjs", codeSplitting: false });
  const module = await import(pathToFileURL(join(folder, name.replace(/ts$/, "mjs"))).href);
  rmSync(folder, { recursive: true });
  return module;
}
