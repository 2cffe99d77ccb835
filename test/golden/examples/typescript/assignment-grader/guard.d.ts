/** Whether an output of the skill is acceptable: 'review_report' in x or 'verdict' in x or '建议总评' in x */
export function guard(output: string): boolean;
