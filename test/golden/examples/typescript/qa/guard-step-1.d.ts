/** Whether an output of step `reproduce` is acceptable: 'reproduce: ' in x */
export function guardStep1(output: string): boolean;
