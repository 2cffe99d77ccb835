// Times of processes and of functions, as ratios of rounds that ran in turn.
import { spawnSync } from "node:child_process";

/** CPU time of a process and its children, and wall time, in seconds. Throws where a process cannot be timed. */
export function timeOf(command, { cwd, env = {} } = {}) {
  // The shell's own `time` is the only portable way to the CPU time of another process.
  const { status, error, stderr } = spawnSync(
    "bash",
    ["-c", 'TIMEFORMAT="%U %S %R"; time "$@" >/dev/null 2>&1', "-", ...command],
    {
      cwd,
      encoding: "utf8",
      env: cleanEnvironment(env),
      maxBuffer: 1 << 24,
    },
  );
  if (error !== undefined) throw new Error(`bash, which times processes, does not run: ${error.message}`);
  const [user, system, wall] = stderr.trim().split("\n").at(-1).split(" ").map(Number);
  if (![user, system, wall].every(Number.isFinite)) throw new Error(`no times in ${JSON.stringify(stderr)}`);
  // 127: there is no such command; above: a signal. Linters end with 1 or 2 where they found something.
  if (status >= 126) throw new Error(`${command.join(" ")} ended with ${status}`);
  return { cpu: user + system, wall };
}

/** Node 20 reads extra certificates at every start, which makes an empty process three times as dear as it is. */
function cleanEnvironment(env) {
  const all = { ...process.env, NO_COLOR: "1", ...env };
  delete all.NODE_EXTRA_CA_CERTS;
  return all;
}

/** CPU time of a function in this process, in seconds. */
export async function cpuOf(run) {
  const before = process.cpuUsage();
  const start = performance.now();
  await run();
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1e6, wall: (performance.now() - start) / 1000 };
}

/** Runs each case once a round, in turn, after one round that warms the disk: name → times. */
export async function interleave(rounds, cases, { warm = true } = {}) {
  const times = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  for (let round = warm ? -1 : 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(cases)) {
      const time = await run();
      if (round >= 0) times[name].push(time);
    }
  }
  return times;
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

/** The ratio of two rows of times, round by round. */
export function ratioOf(times, base, kind = "cpu") {
  const ratios = times.map((time, i) => time[kind] / base[i][kind]);
  return { median: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios) };
}

export function print(text = "") {
  process.stdout.write(`${text}\n`);
}

/** `  check of one plain skill  1.62 (1.55-1.80)  bar ≤ 2.5  holds`; a bar is `{ most }` or `{ least }`. */
export function printRatio(name, { median: value, min, max }, bar) {
  const number = (x) => (x >= 100 ? x.toFixed(0) : x.toFixed(2));
  const shown = `${number(value)} (${number(min)}-${number(max)})`;
  print(`  ${name.padEnd(58)} ${shown.padStart(20)}${barText(value, bar)}`);
}

function barText(value, bar) {
  if (bar === undefined) return "";
  const holds = bar.most === undefined ? value >= bar.least : value <= bar.most;
  return `   bar ${bar.most === undefined ? `≥ ${bar.least}` : `≤ ${bar.most}`}   ${holds ? "holds" : "misses"}`;
}

export function printTimes(name, times) {
  const ms = (kind) => {
    const values = times.map((time) => time[kind] * 1000);
    return `${median(values).toFixed(0)} (${Math.min(...values).toFixed(0)}-${Math.max(...values).toFixed(0)})`;
  };
  print(`  ${name.padEnd(58)} ${ms("cpu").padStart(20)} ms CPU ${ms("wall").padStart(20)} ms wall`);
}
