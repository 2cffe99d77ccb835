import { compareText } from "../report/diagnostic.ts";
import type { OutputFile } from "./target.ts";

/** Columns of generated text. */
const printWidth = 110;

/**
 * Lays out generated `.ts`, `.js` and `.json` with prettier and sorts the files by path. A `verbatim` file is left as
 * it is, byte for byte. prettier is loaded only where there is something to lay out.
 */
export async function layOut(files: readonly OutputFile[]): Promise<OutputFile[]> {
  const printed = await Promise.all(files.map(printText));
  const sorted = printed.toSorted((a, b) => compareText(a.path, b.path));
  if (!sorted.some((file) => parserFor(file) !== undefined)) return sorted;
  const print = await printer();
  return Promise.all(
    sorted.map(async (file) => {
      const parser = parserFor(file);
      return parser === undefined ? file : { ...file, text: await print(file, parser) };
    }),
  );
}

async function printText({ print, ...file }: OutputFile): Promise<OutputFile> {
  return print === undefined ? file : { ...file, text: await print() };
}

type ParserName = "typescript" | "babel" | "json";

function parserFor(file: OutputFile): ParserName | undefined {
  if (file.layout === "verbatim") return undefined;
  if (file.path.endsWith(".ts")) return "typescript";
  if (file.path.endsWith(".js")) return "babel";
  if (file.path.endsWith(".json")) return "json";
  return undefined;
}

type Print = (file: OutputFile, parser: ParserName) => Promise<string>;

async function printer(): Promise<Print> {
  const [{ format }, babel, estree, typescript] = await Promise.all([
    import("prettier/standalone"),
    import("prettier/plugins/babel"),
    import("prettier/plugins/estree"),
    import("prettier/plugins/typescript"),
  ]);
  const plugins = [babel, estree, typescript];
  return async (file, parser) => {
    try {
      return await format(file.text, { parser, plugins, printWidth });
    } catch (cause) {
      throw new Error(`skillc: the text generated for ${file.path} is not legal ${parser}`, { cause });
    }
  };
}
