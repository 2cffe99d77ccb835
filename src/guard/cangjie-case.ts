import type { Comparison, Expr } from "../../grammar/guard.ts";
import { partsOf } from "../../grammar/parts.ts";
import type { CangjieSupport } from "./cangjie-support.ts";

/**
 * Letters beyond ASCII whose capital is several characters or has one of ASCII, each with its capital: Unicode 14,
 * SpecialCasing.txt, and U+0131 and U+017F. All others become one other letter beyond ASCII.
 */
const capitals =
  "\u00dfSS \u0131I \u0149\u02bcN \u017fS \u01f0J\u030c \u0390\u0399\u0308\u0301 " +
  "\u03b0\u03a5\u0308\u0301 \u0587\u0535\u0552 \u1e96H\u0331 \u1e97T\u0308 \u1e98W\u030a " +
  "\u1e99Y\u030a \u1e9aA\u02be \u1f50\u03a5\u0313 \u1f52\u03a5\u0313\u0300 \u1f54\u03a5\u0313\u0301 " +
  "\u1f56\u03a5\u0313\u0342 \u1f80\u1f08\u0399 \u1f81\u1f09\u0399 \u1f82\u1f0a\u0399 " +
  "\u1f83\u1f0b\u0399 \u1f84\u1f0c\u0399 \u1f85\u1f0d\u0399 \u1f86\u1f0e\u0399 \u1f87\u1f0f\u0399 " +
  "\u1f88\u1f08\u0399 \u1f89\u1f09\u0399 \u1f8a\u1f0a\u0399 \u1f8b\u1f0b\u0399 \u1f8c\u1f0c\u0399 " +
  "\u1f8d\u1f0d\u0399 \u1f8e\u1f0e\u0399 \u1f8f\u1f0f\u0399 \u1f90\u1f28\u0399 \u1f91\u1f29\u0399 " +
  "\u1f92\u1f2a\u0399 \u1f93\u1f2b\u0399 \u1f94\u1f2c\u0399 \u1f95\u1f2d\u0399 \u1f96\u1f2e\u0399 " +
  "\u1f97\u1f2f\u0399 \u1f98\u1f28\u0399 \u1f99\u1f29\u0399 \u1f9a\u1f2a\u0399 \u1f9b\u1f2b\u0399 " +
  "\u1f9c\u1f2c\u0399 \u1f9d\u1f2d\u0399 \u1f9e\u1f2e\u0399 \u1f9f\u1f2f\u0399 \u1fa0\u1f68\u0399 " +
  "\u1fa1\u1f69\u0399 \u1fa2\u1f6a\u0399 \u1fa3\u1f6b\u0399 \u1fa4\u1f6c\u0399 \u1fa5\u1f6d\u0399 " +
  "\u1fa6\u1f6e\u0399 \u1fa7\u1f6f\u0399 \u1fa8\u1f68\u0399 \u1fa9\u1f69\u0399 \u1faa\u1f6a\u0399 " +
  "\u1fab\u1f6b\u0399 \u1fac\u1f6c\u0399 \u1fad\u1f6d\u0399 \u1fae\u1f6e\u0399 \u1faf\u1f6f\u0399 " +
  "\u1fb2\u1fba\u0399 \u1fb3\u0391\u0399 \u1fb4\u0386\u0399 \u1fb6\u0391\u0342 " +
  "\u1fb7\u0391\u0342\u0399 \u1fbc\u0391\u0399 \u1fc2\u1fca\u0399 \u1fc3\u0397\u0399 " +
  "\u1fc4\u0389\u0399 \u1fc6\u0397\u0342 \u1fc7\u0397\u0342\u0399 \u1fcc\u0397\u0399 " +
  "\u1fd2\u0399\u0308\u0300 \u1fd3\u0399\u0308\u0301 \u1fd6\u0399\u0342 \u1fd7\u0399\u0308\u0342 " +
  "\u1fe2\u03a5\u0308\u0300 \u1fe3\u03a5\u0308\u0301 \u1fe4\u03a1\u0313 \u1fe6\u03a5\u0342 " +
  "\u1fe7\u03a5\u0308\u0342 \u1ff2\u1ffa\u0399 \u1ff3\u03a9\u0399 \u1ff4\u038f\u0399 " +
  "\u1ff6\u03a9\u0342 \u1ff7\u03a9\u0342\u0399 \u1ffc\u03a9\u0399 \ufb00FF \ufb01FI \ufb02FL " +
  "\ufb03FFI \ufb04FFL \ufb05ST \ufb06ST \ufb13\u0544\u0546 \ufb14\u0544\u0535 \ufb15\u0544\u053b " +
  "\ufb16\u054e\u0546 \ufb17\u0544\u053d";

/** Letter case as far as ASCII and the lengths of texts go; other letters stay as they are. */
export const caseSupports: Readonly<Record<string, CangjieSupport>> = {
  lowerOf: {
    needs: [],
    imports: [],
    code: `// Beyond ASCII only the letters whose small form has one of ASCII.
func lowerOf(text: String): String {
    return text.replace("\\u{212a}", "k").replace("\\u{130}", "i\\u{307}").toAsciiLower()
}
`,
  },
  upperOf: {
    needs: [],
    imports: ["std.collection.HashMap"],
    code: `// Beyond ASCII only the letters whose capital is several characters or has one of ASCII.
let capitals = capitalsOf("${capitals}")

func capitalsOf(words: String): HashMap<String, String> {
    let found = HashMap<String, String>()
    for (word in words.split(" ")) {
        let letter = StringBuilder()
        let capital = StringBuilder()
        var isFirst = true
        for (rune in word.runes()) {
            if (isFirst) {
                letter.append(rune)
            } else {
                capital.append(rune)
            }
            isFirst = false
        }
        found.add(letter.toString(), capital.toString())
    }
    return found
}

func upperOf(text: String): String {
    let upper = StringBuilder()
    for (rune in text.runes()) {
        let letter = rune.toString()
        if (UInt32(rune) < 128) {
            upper.append(letter)
        } else {
            upper.append(capitals.get(letter) ?? letter)
        }
    }
    return upper.toString().toAsciiUpper()
}
`,
  },
};

/** Completes “…, because …”. */
export const caseReason =
  "`lower` and `upper` leave letters beyond ASCII as they are in Cangjie, and it depends on them here";

/**
 * True where the answer may depend on the case of letters beyond ASCII. It does not where the text is only measured, or
 * compared with and searched for ASCII: such a letter is never one of ASCII in either case.
 */
export function dependsOnCase(expr: Expr): boolean {
  const parts = partsOf(expr);
  return parts.some((part) => (isCased(part) && !isSafeIn(expr, part)) || dependsOnCase(part));
}

/** A text that `lower` or `upper` had a part in. */
function isCased(expr: Expr): boolean {
  switch (expr.kind) {
    case "method":
      return (
        expr.name === "lower" || expr.name === "upper" || (expr.name === "strip" && isCased(expr.object))
      );
    case "arithmetic":
      return isCased(expr.left) || isCased(expr.right);
    case "index":
    case "slice":
      return isCased(expr.object);
    default:
      return false;
  }
}

function isSafeIn(user: Expr, part: Expr): boolean {
  switch (user.kind) {
    case "or":
    case "and":
    case "not":
      return true;
    case "arithmetic":
      return user.operator === "+";
    case "index":
    case "slice":
      return user.object === part;
    case "method":
      if (user.object !== part || user.name === "lower" || user.name === "upper") return false;
      return user.args.every(isAscii);
    case "call":
      return isSafeCall(user, part);
    case "compare":
      return user.rest.every((link, i) => isSafeLink(user.rest[i - 1]?.operand ?? user.first, link, part));
    default:
      return false;
  }
}

function isSafeCall({ name, args }: Extract<Expr, { kind: "call" }>, part: Expr): boolean {
  if (args[0] !== part) return false;
  switch (name) {
    case "len":
    case "lines":
    case "words":
      return true;
    case "contains":
    case "count":
    case "regex":
      return args.slice(1).every(isAscii);
    default:
      return false;
  }
}

function isSafeLink(left: Expr, { operator, operand }: Comparison, part: Expr): boolean {
  if (left !== part && operand !== part) return true;
  const other = left === part ? operand : left;
  switch (operator) {
    case "==":
    case "!=":
      return isAscii(other);
    case "in":
    case "not in":
      return operand === part ? isAscii(left) : operand.kind === "list" && operand.items.every(isAscii);
    default:
      return false;
  }
}

/** A literal that is no text, or one of ASCII; an escape of a pattern may write a letter beyond it. */
function isAscii(expr: Expr): boolean {
  if (expr.kind === "string") return /^[\0-\x7f]*$/.test(expr.value) && !/\\[xu]/.test(expr.value);
  return expr.kind === "number" || expr.kind === "bool" || expr.kind === "none";
}
