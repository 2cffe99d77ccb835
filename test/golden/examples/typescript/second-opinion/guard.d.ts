/** Whether an output of the skill is acceptable: 'agree' in x.lower() and lines(x) >= 3 */
export function guard(output: string): boolean;
