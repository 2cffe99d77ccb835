import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: ".",
    include: ["test/**/*.test.ts"],
    // Modules hold no state that a test could leave behind, and loading the grammar once is most of the time.
    isolate: false,
    testTimeout: 60_000,
  },
});
