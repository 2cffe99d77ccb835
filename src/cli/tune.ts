// A run over more files than this is long enough for the engine's settings to matter, and they cost two milliseconds.
const manyFiles = 40;

/**
 * Tells V8 of a run over many files to compile later: it works through each skill once, and what it would win by optimising
 * early costs more on the compiler's threads. A third of all CPU time; more or less than half a million changes little.
 */
export function expectFiles(count: number): void {
  if (count <= manyFiles) return;
  process.getBuiltinModule("node:v8").setFlagsFromString("--interrupt-budget=600000");
}
