/** Whether an output of step `verify` is acceptable: regex(x, r'verdict: (fixed|still failing)\s*$') */
export function guardStep3(output: string): boolean;
