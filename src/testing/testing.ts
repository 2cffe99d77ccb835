/** The property-based harness, `skillc/testing`: values at, inside and beyond what a contract says, and checks with them. */
export { boundaries } from "./boundaries.ts";
export type { Boundary } from "./boundaries.ts";
export { checkGuard, checkHandler, checkRefusals } from "./checks.ts";
export type { CheckOptions, Contract, GuardExpectations, Handler } from "./checks.ts";
export { valid } from "./valid.ts";
export { violation, violations } from "./violations.ts";
export type { Unbroken, Violation, Violations } from "./violations.ts";
