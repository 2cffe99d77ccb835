const { join } = await import("node:path");
console.log(join("a", "b"), /x/.exec("x"));
