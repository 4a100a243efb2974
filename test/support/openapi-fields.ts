import type { Block } from "../../src/content/document/model/model.ts";
import { plainText } from "../../src/content/document/model/plain-text.ts";
import type { Field } from "../../src/openapi/description/descriptions.ts";

/** What blocks say, without how. */
export const words = (blocks: readonly Block[] | undefined) => plainText(blocks ?? []);

/** A line for each field, as deep as it is: a star for what is required, a bar for one of several forms. */
export function lines(fields: readonly Field[] | undefined): string[] {
  return (fields ?? []).map(({ kind, name, depth, type, isRequired }) => {
    const mark = kind === "variant" ? "| " : isRequired ? "*" : "";
    return `${"  ".repeat(depth)}${mark}${name}: ${type}`;
  });
}

/** A reference to a schema. */
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
