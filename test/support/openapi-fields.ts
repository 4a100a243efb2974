import type { Block } from "../../src/content/document/model/model.ts";
import { plainText } from "../../src/content/document/model/plain-text.ts";
import type { Field } from "../../src/openapi/description/descriptions.ts";

export const textOf = (blocks: readonly Block[] | undefined) => plainText(blocks ?? []);

/** A line for each field, indented by depth: a star marks a required field, a bar a variant. */
export function fieldLines(fields: readonly Field[] | undefined): string[] {
  return (fields ?? []).map(({ kind, name, depth, type, isRequired }) => {
    const mark = kind === "variant" ? "| " : isRequired ? "*" : "";
    return `${"  ".repeat(depth)}${mark}${name}: ${type}`;
  });
}

/** A reference to a schema. */
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
