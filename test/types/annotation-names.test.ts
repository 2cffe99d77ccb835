import { describe, expect, test } from "vitest";
import type { JsonSchema } from "../../src/ir/type.ts";
import { subtype } from "../../src/types/subtype.ts";

describe("a property or a constant may bear the name of an annotation", () => {
  const titled = (type: string): JsonSchema => ({ type: "object", properties: { title: { type } } });
  test("of a property", () => {
    expect(subtype(titled("string"), titled("integer"))).toEqual({ verdict: "no", witness: { title: "" } });
    expect(subtype(titled("integer"), titled("number")).verdict).toBe("yes");
  });
  test("of a constant and of a value in a list", () => {
    const one = { const: { default: 1 } };
    expect(subtype(one, { const: { default: 2 } })).toEqual({ verdict: "no", witness: { default: 1 } });
    expect(subtype({ enum: [{ title: 1 }] }, { enum: [{ title: 2 }] }).verdict).toBe("no");
  });
  test("the annotation itself changes nothing", () => {
    const plain = { type: "object", properties: { a: { type: "string" } } };
    const annotated = { ...plain, title: "A", properties: { a: { type: "string", description: "Text." } } };
    expect(subtype(annotated, plain).verdict).toBe("yes");
    expect(subtype(plain, annotated).verdict).toBe("yes");
  });
});
