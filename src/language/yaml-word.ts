import { yamlString } from "./yaml.ts";

/** Words that some version of YAML reads as something other than text. */
const notText = /^(?:true|false|yes|no|on|off|null|y|n|nan|inf)$/i;

/** A one-line scalar whose value is `text` in YAML 1.1 and 1.2: without quotes where every reader agrees on it. */
export function yamlWord(text: string): string {
  const isPlain =
    /^[\p{L}][\p{L}\p{M}\p{N} .,*()/@+=~^$%;<>&|?!:_-]*$/u.test(text) &&
    !/: |:$| $|---/.test(text) &&
    !notText.test(text);
  return isPlain ? text : yamlString(text);
}
