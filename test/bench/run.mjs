// `npm run bench`: speed as ratios to a peer or a floor that is measured in the same run.
//   npm run bench             everything
//   npm run bench -- start    some sections: corpus, start, guards, peers, many, large, portable, rules
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { measureGuards, measureParser, measurePatterns } from "./guards.mjs";
import { cpuOf, interleave, median, print, printRatio, printTimes, ratioOf, timeOf } from "./measure.mjs";
import { installPeers, peerCommands } from "./peers.mjs";
import { corpusFolder, makeProject, makeSkills, scratch, skillFiles } from "./skills.mjs";

const root = resolve(import.meta.dirname, "../..");
const main = join(root, "dist/cli/main.js");
const rounds = Number(process.env.BENCH_ROUNDS ?? 9);
const compiled = scratch("compiled");
const plain = {
  text: "---\nname: hello\ndescription: Says hello to people. Use when someone asks for a greeting.\n---\nSay hello to the person by name.\n",
};
let missed = 0;
// `| head` is no failure.
process.stdout.on("error", () => undefined);

/** The command, run with compiled code kept from run to run, or without; `remembered`: with answers kept, too. */
const skillc = (...args) => [process.execPath, main, ...args];
const kept = { NODE_COMPILE_CACHE: compiled, SKILLC_NO_CACHE: "1" };
const unkept = { NODE_DISABLE_COMPILE_CACHE: "1", SKILLC_NO_CACHE: "1" };
const remembered = { NODE_COMPILE_CACHE: compiled, XDG_CACHE_HOME: compiled, SKILLC_NO_CACHE: "" };

const library = (path) => import(join(root, "dist", path));

/** What a loader of the library's files needs: each SKILL.md of a tree with its bytes. */
async function filesOf(paths) {
  const { sourceFile } = await library("src/index.js");
  return paths.map((path) => sourceFile({ path, bytes: new Uint8Array(readFileSync(path)) }));
}

function frontMatterOf(text) {
  const end = text.indexOf("\n---", 4);
  return text.startsWith("---\n") && end !== -1 ? text.slice(4, end + 1) : "";
}

function parsed(text) {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

const sections = {
  async corpus() {
    const corpus = corpusFolder();
    if (corpus === undefined) return print("  skipped: there is no corpus (SKILLC_CORPUS names its folder)");
    const { check } = await library("src/index.js");
    const paths = skillFiles(corpus);
    const times = await interleave(Math.min(rounds, 5), {
      floor: async () => cpuOf(() => paths.map((path) => parsed(frontMatterOf(readFileSync(path, "utf8"))))),
      check: async () => cpuOf(async () => check(await filesOf(paths))),
    });
    printTimes(`read and \`yaml\` of ${paths.length} files`, times.floor);
    printTimes("check of the same, every rule, in this process", times.check);
    printRatio("check / read and `yaml`", ratioOf(times.check, times.floor));
  },

  async start() {
    const one = scratch("one");
    mkdirSync(join(one, "hello"));
    writeFileSync(join(one, "hello/SKILL.md"), plain.text);
    const guarded = join(root, "examples/second-opinion");
    const times = await interleave(rounds * 2, {
      empty: () => timeOf([process.execPath, "-e", "0"]),
      version: () => timeOf(skillc("--version"), { env: kept }),
      plain: () => timeOf(skillc("check", one), { env: kept }),
      again: () => timeOf(skillc("check", one), { env: remembered }),
      first: () => timeOf(skillc("check", one), { env: unkept }),
      guard: () => timeOf(skillc("check", guarded), { env: kept }),
      firstGuard: () => timeOf(skillc("check", guarded), { env: unkept }),
    });
    printTimes("node -e 0", times.empty);
    printRatio("--version / node -e 0", ratioOf(times.version, times.empty));
    printRatio("check of one plain skill / node -e 0", ratioOf(times.plain, times.empty), { most: 2.5 });
    printRatio("the same, no compiled code kept", ratioOf(times.first, times.empty));
    printRatio("the same, the answer kept", ratioOf(times.again, times.empty));
    printRatio("check of one skill with a guard / node -e 0", ratioOf(times.guard, times.empty), {
      most: 4.5,
    });
    printRatio("the same, no compiled code kept", ratioOf(times.firstGuard, times.empty));
  },

  async guards() {
    await measureGuards({ library, rounds });
    await measurePatterns({ library, rounds });
    await measureParser({ library, rounds });
  },

  async peers() {
    const peers = peerCommands(installPeers());
    const project = makeProject(200, (text) => typeof parsed(frontMatterOf(text))?.name === "string");
    print(`  200 skills ${project.fromCorpus ? "of the corpus" : "that were made"}`);
    const at = { cwd: project.root };
    const cases = {
      cold: () => timeOf(skillc("check", "skills"), { ...at, env: unkept }),
      warm: () => timeOf(skillc("check", "skills"), { ...at, env: remembered }),
    };
    for (const [name, { command, warm }] of Object.entries(peers)) {
      cases[name] = () => timeOf(command, at);
      if (warm !== undefined) cases[`${name}, warm cache`] = () => timeOf(warm, at);
    }
    const times = await interleave(Math.min(rounds, 5), cases);
    for (const [name, list] of Object.entries(times)) printTimes(name, list);
    const others = Object.keys(times).filter((name) => name !== "cold" && name !== "warm");
    for (const name of others.filter((each) => !each.endsWith("warm cache"))) {
      for (const kind of ["cpu", "wall"]) {
        printRatio(`${name} / skillc cold (${kind})`, ratioOf(times[name], times.cold, kind), { least: 1 });
      }
    }
    for (const kind of ["cpu", "wall"]) {
      const typical = (name) => median(times[name].map((time) => time[kind]));
      const fastest = others.reduce((best, name) => (typical(name) < typical(best) ? name : best));
      printRatio(
        `${fastest}, the fastest / skillc warm (${kind})`,
        ratioOf(times[fastest], times.warm, kind),
        { least: 2 },
      );
    }
    rmSync(project.root, { recursive: true });
  },

  async many() {
    const tree = makeSkills(2000);
    const cases = {
      floor: () => timeOf([process.execPath, join(root, "test/bench/floor.cjs"), tree]),
      check: () => timeOf(skillc("check", tree), { env: kept }),
      first: () => timeOf(skillc("check", tree), { env: unkept }),
      warm: () => timeOf(skillc("check", tree), { env: remembered }),
    };
    const reference = referenceCommand(tree);
    const times = await interleave(Math.min(rounds, 7), cases);
    printTimes("walk and read 2,000 skills", times.floor);
    printTimes("check of the same", times.check);
    printRatio("check / walk and read", ratioOf(times.check, times.floor), { most: 5 });
    printRatio("the same, no compiled code kept", ratioOf(times.first, times.floor));
    printRatio("the same, the answer kept", ratioOf(times.warm, times.floor));
    if (reference === undefined)
      print("  skills-ref: skipped; SKILLS_REF_SRC names no folder with its package");
    else {
      const one = await interleave(
        3,
        { reference: () => timeOf(reference), check: cases.check },
        { warm: false },
      );
      printTimes("skills-ref, in one process", one.reference);
      printRatio("skills-ref / check", ratioOf(one.reference, one.check), { least: 10 });
    }
    rmSync(tree, { recursive: true });
  },

  async large() {
    const times = {};
    for (const count of [2000, 25_000, 50_000]) {
      const tree = makeSkills(count);
      const run = () => timeOf(skillc("check", tree), { env: kept });
      times[count] = (await interleave(count === 2000 ? 5 : 1, { run })).run;
      printTimes(`check of ${count} skills`, times[count]);
      if (count === 50_000) {
        const again = () => timeOf(skillc("check", tree), { env: remembered });
        const { again: warm } = await interleave(1, { again });
        printRatio("the same, the answer kept / without", ratioOf(warm, times[count]), { most: 0.4 });
      }
      rmSync(tree, { recursive: true });
    }
    const typical = (count) => [{ cpu: median(times[count].map(({ cpu }) => cpu)), wall: 0 }];
    printRatio("50,000 / 25,000", ratioOf(typical(50_000), typical(25_000)), { most: 2.2 });
    printRatio("50,000 / 2,000, per skill", ratioOf(typical(50_000), [{ cpu: typical(2000)[0].cpu * 25 }]));
  },

  async portable() {
    const corpus = corpusFolder();
    const tree = corpus ?? makeSkills(2000);
    const paths = skillFiles(tree);
    const [{ check }, { judge }, { judgeAndRepair }] = await Promise.all([
      library("src/compile.js"),
      library("src/portability/judge.js"),
      library("src/portability/repairs.js"),
    ]);
    const files = await filesOf(paths);
    const { sourceFile } = await library("src/index.js");
    const folder = join(root, "examples/devices");
    const devices = readdirSync(folder).map((name) => {
      const bytes = new Uint8Array(readFileSync(join(folder, name)));
      return sourceFile({ path: `examples/devices/${name}`, bytes });
    });
    const options = { rules: [], knownTargets: [], devices };
    const perPair = [];
    const again = [];
    const repairs = [];
    for (let round = 0; round < Math.min(rounds, 5); round++) {
      const { programs, setting } = await check(files, options);
      const pairs = programs.flatMap((program) => setting.devices.map((device) => [program, device]));
      const judged = () => pairs.forEach(([program, device]) => judge(program, device, {}));
      // The first judgement of a program mounts it; both are shown.
      for (const times of [perPair, again]) times.push(((await cpuOf(judged)).cpu * 1000) / pairs.length);
      const repaired = () => pairs.forEach(([program, device]) => judgeAndRepair(program, device, undefined));
      repairs.push(((await cpuOf(repaired)).cpu * 1000) / pairs.length);
    }
    print(`  ${paths.length} skills and ${devices.length} devices; ms of CPU time a pair`);
    printMilliseconds("judgement, mounting included", perPair, 0.1);
    printMilliseconds("judgement of mounted skills", again);
    printMilliseconds("judgement with repairs", repairs);
    if (corpus === undefined) rmSync(tree, { recursive: true });
  },

  async rules() {
    const corpus = corpusFolder();
    const tree = corpus ?? makeSkills(2000);
    const paths = skillFiles(tree);
    const [{ check }, { rules }] = await Promise.all([
      library("src/compile.js"),
      library("src/rules/index.js"),
    ]);
    const files = await filesOf(paths);
    const spent = new Map();
    const timed = rules.map((rule) => ({
      ...rule,
      ...(rule.check && { check: clocked(rule.id, (...args) => rule.check(...args), spent) }),
      ...(rule.checkAll && { checkAll: clocked(rule.id, (...args) => rule.checkAll(...args), spent) }),
    }));
    const tokenizer = async () => (await import("gpt-tokenizer/encoding/o200k_base")).countTokens;
    const options = { rules: timed, knownTargets: [], tokenizer };
    await check(files, options);
    spent.clear();
    const all = await cpuOf(() => check(files, options));
    const none = await cpuOf(() => check(files, { ...options, rules: [] }));
    const perThousand = (ms) => ((ms / paths.length) * 1000).toFixed(1).padStart(9);
    print(
      `  ${paths.length} skills ${corpus === undefined ? "that were made" : "of the corpus"}; ms per 1,000 skills`,
    );
    print(`  ${perThousand(all.cpu * 1000)}  everything`);
    print(`  ${perThousand(none.cpu * 1000)}  everything but rules`);
    const dearest = [...spent].sort((a, b) => b[1] - a[1]).slice(0, 15);
    for (const [id, ms] of dearest) print(`  ${perThousand(ms)}  ${id}`);
    if (corpus === undefined) rmSync(tree, { recursive: true });
  },
};

function printMilliseconds(name, times, most) {
  const value = median(times);
  const bar = most === undefined ? "" : `   bar ≤ ${most}   ${value <= most ? "holds" : "misses"}`;
  print(`  ${name.padEnd(58)} ${value.toFixed(4).padStart(20)}${bar}`);
}

/** A rule whose time is added up. What several rules share is counted for the first that asks for it. */
function clocked(id, run, spent) {
  return (...args) => {
    const start = performance.now();
    const found = [...run(...args)];
    spent.set(id, (spent.get(id) ?? 0) + performance.now() - start);
    return found;
  };
}

/** Python itself, not a shim that starts it; Debian's has strictyaml where python3-strictyaml is installed. */
function referenceCommand(tree) {
  const source = process.env.SKILLS_REF_SRC;
  if (source === undefined || !existsSync(join(source, "skills_ref"))) return undefined;
  const python = existsSync("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
  return [python, join(root, "test/bench/skills_ref_all.py"), source, tree];
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => sections[name] === undefined);
if (unknown.length > 0)
  throw new Error(`no section ${unknown.join(", ")}; there are ${Object.keys(sections).join(", ")}`);
if (!existsSync(main)) throw new Error("there is no dist/cli/main.js; run `npm run build` first");
print(
  `Node ${process.version}; ratios are medians of ${rounds} rounds that ran in turn, with least and greatest; of CPU time unless it says wall.`,
);
for (const name of asked.length === 0 ? Object.keys(sections) : asked) {
  print(`\n${name}`);
  try {
    await sections[name]();
  } catch (error) {
    missed++;
    print(`  could not be measured: ${error.message}`);
  }
}
rmSync(compiled, { recursive: true, force: true });
process.exitCode = missed === 0 ? 0 : 1;
