/** How often a law of the algebra is tried: `FC_RUNS` takes another number, every other run these. */
const lawRuns = Number(process.env["FC_RUNS"] ?? 10_000);

/** The settings of fast-check for a law. */
export const laws = { seed: 42, numRuns: lawRuns };
