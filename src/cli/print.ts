import { UsageError } from "./usage.ts";

// A reader that has seen enough and closes its pipe is no failure, and changes no exit status.
const closed = new Set(["EPIPE", "ERR_STREAM_DESTROYED"]);

/** Waits until the reader has taken everything, so that no pipe cuts the text. */
export async function print(text: string): Promise<void> {
  await new Promise<void>((done, fail) => {
    process.stdout.write(text, (error?: NodeJS.ErrnoException | null) => {
      if (error === undefined || error === null || closed.has(error.code ?? "")) done();
      else fail(new UsageError(`the answer cannot be written: ${error.message}`));
    });
  });
}
