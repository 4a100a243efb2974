import type { JsonObject } from "../document/references.ts";
import type { Source } from "./document-reader.ts";
import { cut } from "./json-values.ts";
import { hasProperties, insideOf, said, typesOf, type Union, type View } from "./resolved-schema.ts";

const longest = 200;
const longestPattern = 60;
/** Lists of lists, and what is in them. */
const deepest = 3;
const mostNamed = 6;
const scalars: ReadonlySet<string> = new Set(["string", "number", "integer", "boolean"]);

/** What a value is, in a few words. A schema that consists of fields is called by its name, if it has one. */
export function typeText(source: Source, view: View): string {
  return cut(textAt(source, view, 0), longest);
}

function textAt(source: Source, view: View, level: number): string {
  const text = plainText(source, view, level);
  return view.isNullable && text !== "null" ? `${text} or null` : text;
}

function plainText(source: Source, view: View, level: number): string {
  const types = typesOf(view);
  const inside = insideOf(view);
  const isLast = level >= deepest;
  const isNamed = isLast ? !isScalar(types) : inside === undefined && hasFields(source, view);
  if (view.name !== undefined && isNamed) return view.name;
  if (inside !== undefined && level <= deepest) {
    const items = textAt(source, source.view(inside.schema), level + 1);
    return `${inside.word} of ${items}${range(view, "Items", "item")}`;
  }
  const [union] = view.unions;
  if (union !== undefined && !hasProperties(view)) return isLast ? union.word : unionText(source, union);
  if (types.length === 0) return view.name ?? guess(view);
  const words = types.map((type) => cut(type, longestPattern)).join(" or ");
  return `${words}${formatOf(view)}${limitsOf(view, types)}`;
}

/** For such, what they are says more than a name. */
function isScalar(types: readonly string[]): boolean {
  return types.length > 0 && types.every((type) => scalars.has(type));
}

/** Of its variants little is told: choices of choices would grow. */
function unionText(source: Source, { word, variants }: Union): string {
  const named = variants.slice(0, mostNamed).map((variant) => textAt(source, source.view(variant), deepest));
  const texts = [...new Set(named)];
  const hasMore = variants.length > named.length;
  return texts.length === 1 && !hasMore ? texts.join() : `${word} ${texts.join(", ")}${hasMore ? ", …" : ""}`;
}

/** Whether there is more to say of it than its type. */
export function hasFields(source: Source, view: View, level = 0): boolean {
  if (hasProperties(view)) return true;
  if (level > deepest) return false;
  const inside = insideOf(view);
  if (inside !== undefined) return hasFields(source, source.view(inside.schema), level + 1);
  if (level >= deepest) return false;
  const isFull = (variant: JsonObject) => hasFields(source, source.view(variant), deepest);
  return view.unions.some(({ variants }) => variants.some(isFull));
}

/** From what else is said, where the type is not. */
function guess(view: View): string {
  if (hasProperties(view)) return "object";
  const values = said(view, "enum");
  const value = Array.isArray(values) ? values[0] : said(view, "const");
  return ["string", "number", "boolean"].find((type) => typeof value === type) ?? "any";
}

function formatOf(view: View): string {
  const format = said(view, "format");
  return typeof format === "string" && format !== "" ? ` (${cut(format, longestPattern)})` : "";
}

function limitsOf(view: View, types: readonly string[]): string {
  if (types.includes("string")) return range(view, "Length", "character") + patternOf(view);
  if (types.includes("array")) return range(view, "Items", "item");
  return types.some((type) => type === "integer" || type === "number") ? numberRange(view) : "";
}

function patternOf(view: View): string {
  const pattern = said(view, "pattern");
  const isShort = typeof pattern === "string" && pattern !== "" && pattern.length <= longestPattern;
  return isShort ? `, matching ${pattern}` : "";
}

function range(view: View, what: "Length" | "Items", unit: string): string {
  const [min, max] = [numberAt(view, `min${what}`), numberAt(view, `max${what}`)];
  // Nothing is shorter.
  const text = rangeText(min === 0 ? undefined : min, max);
  return text === "" ? "" : `, ${text} ${(max ?? min) === 1 ? unit : `${unit}s`}`;
}

function numberRange(view: View): string {
  const limit = (name: "Minimum" | "Maximum") => {
    const exclusive = said(view, `exclusive${name}`);
    const inclusive = numberAt(view, name.toLowerCase());
    // Up to 3.0 it says whether the other one is meant so.
    if (exclusive === true) return { beyond: inclusive };
    return { beyond: numberAt(view, `exclusive${name}`), at: inclusive };
  };
  const [low, high] = [limit("Minimum"), limit("Maximum")];
  const texts = [
    low.beyond === undefined ? "" : `more than ${low.beyond}`,
    high.beyond === undefined ? "" : `less than ${high.beyond}`,
    rangeText(low.at, high.at),
  ];
  return texts.map((text) => (text === "" ? "" : `, ${text}`)).join("");
}

function rangeText(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return min === max ? `exactly ${min}` : `${min} to ${max}`;
  if (min !== undefined) return `at least ${min}`;
  return max === undefined ? "" : `at most ${max}`;
}

function numberAt(view: View, key: string): number | undefined {
  const value = said(view, key);
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}
