// The output folder is made anew, so that nothing of an earlier build is packed.
import { rmSync } from "node:fs";

rmSync("dist", { recursive: true, force: true });
