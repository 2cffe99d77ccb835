import { defineConfig } from "vitest/config";

/** The last line of a run, for people and programs that read no more: `2043 passed, 0 failed`. */
const tally = {
  onTestRunEnd(modules, errors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state) => tests.filter((test) => test.result().state === state).length;
    // A file that cannot be loaded holds no test that could fail, and an error outside every test fails the run too.
    const unloaded = modules.filter((module) => module.errors().length > 0).length;
    console.log(`${count("passed")} passed, ${count("failed") + unloaded + errors.length} failed`);
  },
};

export default defineConfig({
  test: {
    root: ".",
    include: ["test/**/*.test.ts"],
    globalSetup: "test/quality/build.mjs",
    reporters: ["default", tally],
    // Tests of the command are about what it does, not about what it remembers; those of its memory say so.
    env: { SKILLC_NO_CACHE: "1" },
    // Modules hold no state that a test could leave behind, and loading the grammar once is most of the time.
    isolate: false,
    // Unasked it leaves one processor idle, which on a small machine is half of them.
    maxWorkers: "100%",
    testTimeout: 60_000,
  },
});
