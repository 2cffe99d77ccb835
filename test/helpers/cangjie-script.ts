/**
 * There is no Cangjie compiler in the tests. The emitted subset differs from JavaScript in the words below only, and with
 * them replaced it runs: this shows that the logic is right, not that the Cangjie compiler takes it.
 */
export function asJavaScript(cangjie: string): string {
  return cangjie
    .replaceAll(/func (\w+)\((.*?)\): [\w<>]+ \{/g, (_, name: string, parameters: string) => {
      return `function ${name}(${parameters.replaceAll(/: [\w<>]+/g, "")}) {`;
    })
    .replaceAll(/Array<Int64>\((\w+), \{_ => 0\}\)/g, "Array($1).fill(0)")
    .replaceAll(/Int64\(UInt32\((\w+)\)\)/g, "$1.codePointAt(0)")
    .replaceAll(/for \((\w+) in (\([^()]+\))\.runes\(\)\)/g, "for (const $1 of $2)")
    .replaceAll(/for \((\w+) in (\w+)\.runes\(\)\)/g, "for (const $1 of $2)")
    .replaceAll(/UInt32\((\w+)\)/g, "$1.codePointAt(0)")
    .replaceAll(".contains(", ".includes(")
    .replaceAll(".isEmpty()", ".length === 0")
    .replaceAll(/!(x|"(?:[^"\\]|\\.)*"|\([^()]*\))\.length === 0/g, "$1.length > 0")
    .replaceAll(".size", ".length");
}
