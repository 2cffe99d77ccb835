/** Whether an output of step `fix` is acceptable: 'cause: ' in x and len(x) > 20 */
export function guardStep2(output: string): boolean;
