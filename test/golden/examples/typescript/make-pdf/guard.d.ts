/** Whether an output of the skill is acceptable: regex(x, r'(?m)^pages: [0-9]+$') and '.pdf' in x */
export function guard(output: string): boolean;
