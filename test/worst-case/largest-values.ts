import { type Schema, typesOf } from "../fuzz/api.ts";
import { idOf } from "../fuzz/values.ts";
import { oddWords, repeat } from "./texts.ts";

interface BoundedSchema extends Schema {
  readonly const?: unknown;
  readonly maxProperties?: number;
  readonly propertyNames?: { readonly maxLength?: number };
}

/** Names of ids in the world, by the location of a field. The first match counts. */
const idNames: readonly (readonly [location: RegExp, id: string])[] = [
  [/organization$|^owner$/, "organizationId"],
  [/(^|\.)parent$|collection$/, "collectionId"],
  [/siteSpaces?(Ids?)?(\.\[\])?$|SiteSpaces?(\.\[\])?$/, "siteSpaceId"],
  [/(siteSection|sectionId|SiteSection|siteSectionId)$|sections\.\[\]$/, "siteSectionId"],
  [/(item|before|after)\.id$/, "siteSectionId"],
  [/parentSectionGroupId$/, "parentSectionGroupId"],
  [/site(Id)?$/, "siteId"],
  [/spaces?(Id)?(\.\[\])?$/, "spaceId"],
  [/(p|targetP)age(Id)?$/, "pageId"],
  [/(users|members|add|remove|authors)(\.\[\])?$|^(creator|contributor|requestedReviewer)$/, "userId"],
  [/(teams\.\[\]|defaultTeam)$/, "teamId"],
  [/shareKey$/, "shareKey"],
  [/^url$/, "publishedUrl"],
];

/** Values of enumerations that cost most. */
const costliest = new Set(["document", "true", "all"]);

/** Texts that match a pattern, which are repeated to the maximum length. */
const patternTexts = ["漢", "a", "a-b", "a.", "/a", "%C3%A9"];
const patternPrefixes = ["", "https://a.example/", "a.b.c", "a.bc/d", "/a", "#"];

/** The length of texts and the size of lists whose schema has no limit, if the budget allows more. */
const unlimited = 100_000;

/** Generates the largest values that a schema allows, within a budget of bytes. */
export class LargestValues {
  /** The number of objects in the world with ids of this name: `<<userId.0>>`, `<<userId.1>>` and so on. */
  readonly #count: (idName: string) => number;

  constructor(count: (idName: string) => number) {
    this.#count = count;
  }

  of(schema: BoundedSchema, location: string, budget: number): unknown {
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return schema.enum.find((value) => costliest.has(String(value))) ?? schema.enum[0];
    const choices = schema.oneOf ?? schema.anyOf;
    if (choices) return this.#largest(choices.map((choice) => this.of(choice, location, budget)));
    switch (typesOf(schema).find((type) => type !== "null")) {
      case "object":
        return this.#object(schema, location, budget);
      case "array":
        return this.#array(schema, location, budget);
      case "string":
        return this.#idAt(location) ?? text(schema, budget);
      case "integer":
      case "number":
        return schema.maximum ?? Number.MAX_SAFE_INTEGER;
      case "boolean":
        return true;
      default:
        return location === "" ? {} : repeat(oddWords, budget / 4);
    }
  }

  #largest(values: readonly unknown[]): unknown {
    return values.reduce((largest, value) => (sizeOf(value) > sizeOf(largest) ? value : largest));
  }

  #idAt(location: string): string | undefined {
    const name = idNames.find(([pattern]) => pattern.test(location))?.[1];
    return name === undefined ? undefined : idOf(name);
  }

  #object(schema: BoundedSchema, location: string, budget: number): unknown {
    const properties = Object.entries(schema.properties ?? {});
    const below = (name: string) => (location === "" ? name : `${location}.${name}`);
    if (properties.length > 0) {
      const share = budget / properties.length;
      return Object.fromEntries(
        properties.map(([name, inner]) => [name, this.of(inner, below(name), share - name.length - 4)]),
      );
    }
    const { additionalProperties: inner } = schema;
    if (inner === undefined || inner === false) return {};
    const nameLength = Math.min(schema.propertyNames?.maxLength ?? 20, 100);
    const value = this.of(
      typeof inner === "object" ? inner : { type: "string", maxLength: 20 },
      below("*"),
      budget / 10,
    );
    const room = Math.floor(budget / (sizeOf(value) + nameLength + 4));
    const count = Math.min(schema.maxProperties ?? unlimited, room);
    return Object.fromEntries(
      Array.from({ length: count }, (_, i) => [String(i).padEnd(nameLength, "x"), value]),
    );
  }

  #array(schema: BoundedSchema, location: string, budget: number): unknown {
    const itemLocation = `${location}.[]`;
    const max = schema.maxItems ?? unlimited;
    const item = this.of(schema.items ?? {}, itemLocation, budget);
    const name = idNames.find(([pattern]) => pattern.test(itemLocation))?.[1];
    if (typeof item === "string" && name !== undefined) {
      const count = Math.min(max, this.#count(name));
      return Array.from({ length: count }, (_, i) => idOf(`${name}.${i}`));
    }
    const count = Math.max(1, Math.min(max, Math.floor(budget / (sizeOf(item) + 1))));
    if (!schema.uniqueItems) return Array.from({ length: count }, () => item);
    return schema.items?.enum ?? Array.from({ length: count }, (_, i) => `${i}`);
  }
}

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? "");

function text({ maxLength = unlimited, pattern, format }: Schema, budget: number): string {
  const length = Math.max(1, Math.floor(Math.min(maxLength, budget)));
  if (format === "date-time") return "2030-01-01T00:00:00.000Z";
  if (format === "emoji") return "1f468-200d-1f469-200d-1f467";
  if (pattern === undefined)
    return repeat(oddWords, Math.min(length, budget / 3))
      .slice(0, length)
      .toWellFormed();
  const expression = new RegExp(pattern, "u");
  const candidates = patternPrefixes.flatMap((prefix) =>
    patternTexts.map(
      (part) => prefix + repeat(part, length - prefix.length).slice(0, length - prefix.length),
    ),
  );
  return candidates.find((candidate) => expression.test(candidate)) ?? shortest(expression) ?? "a";
}

const shortTexts = ["a", "#fff", "/a", "a.b.c", "a.bc/d", "https://a.example/"];
const shortest = (expression: RegExp) => shortTexts.find((candidate) => expression.test(candidate));
