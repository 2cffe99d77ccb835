// What a check cannot do without: walk a tree and read every file in it.
const { readFileSync, readdirSync } = require("node:fs");

let bytes = 0;
const visit = (folder) => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) visit(path);
    else bytes += readFileSync(path).length;
  }
};
visit(process.argv[2]);
if (bytes === 0) throw new Error("there was nothing to read");
