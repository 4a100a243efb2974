import { badInput } from "../../platform/index.ts";
import type { Json } from "../markdown/syntax/index.ts";
import type { ContentRef } from "./model/index.ts";

/** Checks a value that a client sent, and gives it back as it is kept; undefined for one that is left out. */
export type Check = (value: unknown, path: string) => Json | undefined;

export function object(value: unknown, path: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw badInput(path, "must be an object");
  return value as Record<string, unknown>;
}

export function array(value: unknown, path: string): unknown[] {
  if (!Array.isArray(value)) throw badInput(path, "must be an array");
  return value;
}

export function string(value: unknown, path: string): string {
  if (typeof value !== "string") throw badInput(path, "must be a string");
  return value.includes("\r") ? value.replace(/\r\n?/g, "\n") : value;
}

/** Text that is there. */
export function filled(value: unknown, path: string): string {
  const text = string(value, path);
  if (text.trim() === "") throw badInput(path, "must not be empty");
  return text;
}

/** One of these words. */
export function word<const T extends string>(words: readonly T[]): (value: unknown, path: string) => T {
  return (value, path) => {
    const known = words.find((each) => each === value);
    if (known === undefined) throw badInput(path, `must be one of ${words.join(", ")}`);
    return known;
  };
}

/** Text of a certain form. */
export function matching(pattern: RegExp, rule: string): (value: unknown, path: string) => string {
  return (value, path) => {
    const text = string(value, path);
    if (!pattern.test(text)) throw badInput(path, rule);
    return text;
  };
}

export const id = matching(
  /^[A-Za-z0-9_-]{1,128}$/,
  "must be an id: letters, digits, hyphens and underscores",
);

export const flag: Check = (value, path) => {
  if (typeof value !== "boolean") throw badInput(path, "must be true or false");
  return value;
};

/** Said only where it is so. */
export const onlyTrue: Check = (value, path) => (flag(value, path) === true ? true : undefined);

export const number: Check = (value, path) => {
  if (typeof value !== "number" || !Number.isFinite(value)) throw badInput(path, "must be a number");
  return value;
};

export const optional =
  (check: Check): Check =>
  (value, path) =>
    value === undefined || value === null ? undefined : check(value, path);

/** Text that counts only where there is some. */
export const words: Check = (value, path) => string(value, path) || undefined;

/** A number that is written without an exponent. */
function size(value: unknown, path: string): number {
  if (typeof value !== "number" || !/^\d{1,6}(?:\.\d+)?$/.test(String(value)))
    throw badInput(path, "must be a number from 0 to 999999");
  return value;
}

export const length: Check = (value, path) => {
  if (typeof value === "number") return size(value, path);
  const { unit, value: given } = object(value, path);
  const inUnit = word(["px", "%", "em", "rem", "vw", "vh"])(unit, `${path}.unit`);
  const checked = size(given, `${path}.value`);
  return inUnit === "px" ? checked : { unit: inUnit, value: checked };
};

const kinds = [
  "url",
  "file",
  "page",
  "anchor",
  "user",
  "collection",
  "space",
  "reusable-content",
  "openapi",
] as const;

/** A reference of one of these kinds. */
export function reference(allowed: readonly ContentRef["kind"][] = kinds): Check {
  return (value, path): Json => {
    const ref = object(value, path);
    const kind = word(allowed)(ref.kind, `${path}.kind`);
    const within = optional(id)(ref.space, `${path}.space`);
    const space: Record<string, Json> = within === undefined ? {} : { space: within };
    const asked = optional(matching(/^[^#\s]+$/, "must be the query of an address"))(
      ref.query,
      `${path}.query`,
    );
    const query: Record<string, Json> = asked === undefined ? {} : { query: asked };
    const field = (name: string, check: (value: unknown, path: string) => string) =>
      check(ref[name], `${path}.${name}`);
    switch (kind) {
      case "url":
        return { kind, url: field("url", string) };
      case "file":
        return { kind, file: field("file", filled), ...space };
      case "page":
        return { kind, page: field("page", id), ...space, ...query };
      case "anchor": {
        const page = optional(id)(ref.page, `${path}.page`);
        return {
          kind,
          anchor: field("anchor", filled),
          ...(page !== undefined && { page, ...space, ...query }),
        };
      }
      case "user":
        return { kind, user: field("user", id) };
      case "collection":
        return { kind, collection: field("collection", id) };
      case "space":
        return { kind, space: field("space", id) };
      case "reusable-content":
        return { kind, reusableContent: field("reusableContent", address), ...space };
      case "openapi":
        return { kind, spec: field("spec", filled) };
    }
  };
}

const address = matching(/^[^"\n]+$/, "must be an id or an address");

/** A reference that leads somewhere. */
export function filledReference(allowed?: readonly ContentRef["kind"][]): Check {
  const check = reference(allowed);
  return (value, path) => {
    const { kind, url } = object(value, path);
    if (kind === "url") filled(url, `${path}.url`);
    return check(value, path);
  };
}

/** Any JSON, as an integration takes it. */
export const json: Check = (value) => value as Json;
