export const handler = async ({ query }) => ({ status: "no_results", data: { reason: query } });
