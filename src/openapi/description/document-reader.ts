import type { Block } from "../../content/document/index.ts";
import type { JsonObject } from "../document/references.ts";
import { keyOf } from "../spec-files.ts";
import { own, textOf } from "./json-values.ts";
import { readDescription } from "./markdown.ts";
import { longestReference } from "./names.ts";
import { emptyView, readView, type View } from "./resolved-schema.ts";

/** More is not looked at for one sheet: documents are anybody's, and a few lines can refer to each other for ever. */
const mostSchemas = 200_000;
/** How many fields there may be in all lists. */
const mostFields = 10_000;
/** How long all descriptions for one sheet, or one list of schemas, may be together. */
const mostWords = 500_000;
const longestChain = 20;

/** A document while it is read for a sheet, which counts what was looked at. */
export class Source {
  readonly document: unknown;
  readonly #targets = new Map<string, unknown>();
  readonly #views = new Map<JsonObject, View>();
  readonly #keys = new Map<JsonObject, readonly string[]>();
  #schemas = mostSchemas;
  #words = mostWords;
  #fields = mostFields;

  constructor(document: unknown) {
    this.document = document;
  }

  /** What a reference within the document leads to. */
  target(ref: string): unknown {
    if (!ref.startsWith("#") || ref.length > longestReference) return undefined;
    if (!this.#targets.has(ref)) this.#targets.set(ref, this.#find(ref.split("/").slice(1)));
    return this.#targets.get(ref);
  }

  #find(steps: readonly string[]): unknown {
    let value = this.document;
    for (const step of steps) {
      const key = keyOf(step);
      value = Array.isArray(value) && /^\d{1,6}$/.test(key) ? value[Number(key)] : own(value, key);
      if (value === undefined) break;
    }
    return value;
  }

  /** What is there, or what it refers to: for all but schemas, of which more is kept. */
  resolve(value: unknown): unknown {
    let found = value;
    for (let steps = 0; steps < longestChain; steps++) {
      const ref = own(found, "$ref");
      if (typeof ref !== "string") return found;
      found = this.target(ref);
    }
    return undefined;
  }

  /** A schema with all that it refers to. */
  view(schema: JsonObject): View {
    const known = this.#views.get(schema);
    if (known !== undefined) return known;
    if (this.#schemas <= 0) return emptyView(schema);
    const view = readView(schema, (ref) => this.target(ref));
    this.#schemas -= view.parts.length;
    this.#views.set(schema, view);
    return view;
  }

  /** The first names in an object. Large ones may be asked for again and again. */
  keysOf(tree: JsonObject | undefined, most: number): readonly string[] {
    if (tree === undefined) return [];
    const keys = this.#keys.get(tree) ?? Object.keys(tree);
    this.#keys.set(tree, keys);
    return keys.slice(0, most);
  }

  /** How many fields a list may have, if this is the most for one. */
  fieldsFor(most: number): number {
    return Math.min(most, this.#fields);
  }

  countFields(count: number): void {
    this.#fields -= count;
  }

  /** A description as blocks. When there were too many words already, what follows is shown without. */
  describe(value: unknown, longest: number): { readonly description?: readonly Block[] } {
    const words = this.#words > 0 ? textOf(value, Math.min(longest, this.#words)) : undefined;
    if (words === undefined) return {};
    this.#words -= words.length;
    const description = readDescription(words);
    return description.length === 0 ? {} : { description };
  }
}
