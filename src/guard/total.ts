import type { Expr } from "../../grammar/guard.ts";
import type { Predicate } from "../ir/guard.ts";
import { anywhere } from "./features.ts";
import { typeOf, typeOfInput } from "./types.ts";

/** True where no evaluation can fail. Arithmetic counts as partial, since its result may be out of range. */
export function isTotal(expr: Expr, predicate: Predicate): boolean {
  return !anywhere(expr, (part) => canFail(part, predicate));
}

/** True where the operation itself can fail, whatever its operands do. */
function canFail(part: Expr, { input }: Predicate): boolean {
  const isJson = (operand: Expr): boolean => typeOf(operand, input) === "json";
  switch (part.kind) {
    case "index":
    case "slice":
    case "arithmetic":
    case "invalid":
      return true;
    case "negate":
      return isJson(part.operand);
    case "compare":
      return part.rest.some(({ operator, operand }, i) => {
        // Equality has an answer for any two values, and so has a list for any value.
        if (operator === "==" || operator === "!=" || typeOf(operand, input) === "list") return false;
        return isJson(operand) || isJson(part.rest[i - 1]?.operand ?? part.first);
      });
    case "call":
      if (part.name === "json_len") return true;
      return part.name === "has" ? typeOfInput(input) === "str" : part.args.some(isJson);
    case "method":
      return [part.object, ...part.args].some(isJson);
    case "name":
    case "string":
    case "number":
    case "bool":
    case "none":
    case "list":
    case "or":
    case "and":
    case "not":
      return false;
  }
}
