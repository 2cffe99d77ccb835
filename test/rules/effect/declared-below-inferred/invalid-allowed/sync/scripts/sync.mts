import { rmSync as drop } from "node:fs";

drop("build");
