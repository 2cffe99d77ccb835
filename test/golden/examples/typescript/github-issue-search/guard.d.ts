/** Whether an output of the skill is acceptable: has(x, 'status') and has(x, 'data') */
export function guard(output: string): boolean;
