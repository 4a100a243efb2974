import { isJsonObject, type JsonObject } from "../document/index.ts";

/** The maximum length of names of fields and schemas. */
export const maxNameLength = 100;

/** An own property of an object, never one of its prototype. */
export function own(value: unknown, key: string): unknown {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** A trimmed, truncated text. Undefined if it is empty or not a string. */
export function textOf(value: unknown, maxLength: number): string | undefined {
  return typeof value === "string" ? truncate(value, maxLength).trim() || undefined : undefined;
}

/** The first items of an array. Empty when the value is not an array. */
export function firstOf(value: unknown, maxItems: number): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, maxItems) : [];
}

export function textsIn(value: unknown, maxItems: number, maxLength: number): string[] {
  return firstOf(value, maxItems).flatMap((item) => textOf(item, maxLength) ?? []);
}

export function objectOf(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

export function truncate(text: string, maxLength: number): string {
  const short = text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`;
  return short.toWellFormed();
}
