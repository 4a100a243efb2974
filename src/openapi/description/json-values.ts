import { isJsonObject, type JsonObject } from "../document/references.ts";

/** What an object itself has by this name: what all objects have is not the author's. */
export function own(value: unknown, key: string): unknown {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** A text that says something, without blanks around it. */
export function textOf(value: unknown, longest: number): string | undefined {
  if (typeof value !== "string") return undefined;
  return cut(value, longest).trim() || undefined;
}

/** A list of the first few; none, where there is no list. */
export function firstOf(value: unknown, most: number): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, most) : [];
}

export function textsIn(value: unknown, most: number, longest: number): string[] {
  return firstOf(value, most).flatMap((each) => textOf(each, longest) ?? []);
}

export function treeOf(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

/** The text, or as much of it as this, and a sign that there was more. */
export function cut(text: string, longest: number): string {
  const whole = text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
  return whole.toWellFormed();
}
