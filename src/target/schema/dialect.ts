/** What one form of function calling can say in a schema, as data. */
export interface Dialect {
  /** As it stands in messages. */
  readonly name: string;
  /** The keywords, beside `type`, `properties`, `required`, `items`, `enum`, `anyOf` and `description`, that may stand. */
  readonly keywords: ReadonlySet<string>;
  /** Why a value of a keyword may not stand, though the keyword may: completes “because …”. */
  readonly refuses: (keyword: string, value: unknown) => string | undefined;
  /** Whether a node may have no type, or several in a list. */
  readonly looseTypes: boolean;
  /** `in place`: `$ref` is understood; `written out`: every use is a copy. */
  readonly references: "in place" | "written out";
  /** Where a recursive reference may stand. */
  readonly recursion: "anywhere" | "optional" | "nowhere";
  /** What an `enum` may list; the rest is listed as texts. */
  readonly enums: "anything" | "texts and numbers" | "texts";
  /** Lists whose places have schemas of their own: as they are, or as an object with a property for each place. */
  readonly tuples: "in place" | "objects";
  /** Whether an object may say what properties with other names hold; else they are a list of entries. */
  readonly openObjects: boolean;
  /** Whether null is one more schema of a union, or a mark on a schema. */
  readonly nullable: "union" | "mark";
  /** Which keys a property may have. `outermost`: of the arguments themselves. */
  readonly key: (name: string, outermost: boolean) => boolean;
}
