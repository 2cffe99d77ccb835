/** The version in package.json; a test holds them equal. */
export const version = "0.1.0";
