import { badInput } from "../../../platform/index.ts";
import type { Json } from "../../markdown/syntax/index.ts";
import { definedFields } from "./build.ts";
import type { ContentRef, RefKind, RefOf } from "./references.ts";

/** Checks a value that a client sent. Returns its stored form, or undefined to omit it. */
export type Field<T> = (value: unknown, path: string) => T;

export const object: Field<Record<string, unknown>> = (value, path) => {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw badInput(path, "must be an object");
  return value as Record<string, unknown>;
};

export const array: Field<unknown[]> = (value, path) => {
  if (!Array.isArray(value)) throw badInput(path, "must be an array");
  return value;
};

export const string: Field<string> = (value, path) => {
  if (typeof value !== "string") throw badInput(path, "must be a string");
  return value.includes("\r") ? value.replace(/\r\n?/g, "\n") : value;
};

export const nonEmptyString: Field<string> = (value, path) => {
  const text = string(value, path);
  if (text.trim() === "") throw badInput(path, "must not be empty");
  return text;
};

export function oneOf<const T extends string>(allowed: readonly T[]): Field<T> {
  return (value, path) => {
    const match = allowed.find((option) => option === value);
    if (match === undefined) throw badInput(path, `must be one of ${allowed.join(", ")}`);
    return match;
  };
}

export function matching(pattern: RegExp, rule: string): Field<string> {
  return (value, path) => {
    const text = string(value, path);
    if (!pattern.test(text)) throw badInput(path, rule);
    return text;
  };
}

const id = matching(/^[A-Za-z0-9_-]{1,128}$/, "must be an id: letters, digits, hyphens and underscores");

export const boolean: Field<boolean> = (value, path) => {
  if (typeof value !== "boolean") throw badInput(path, "must be true or false");
  return value;
};

export const flag: Field<true | undefined> = (value, path) => boolean(value ?? false, path) || undefined;

export const number: Field<number> = (value, path) => {
  if (typeof value !== "number" || !Number.isFinite(value)) throw badInput(path, "must be a number");
  return value;
};

export function optional<T>(field: Field<T>): Field<T | undefined> {
  return (value, path) => (value === undefined || value === null ? undefined : field(value, path));
}

export const text: Field<string | undefined> = optional((value, path) => string(value, path) || undefined);

/** A size that JavaScript writes without an exponent. */
const size: Field<number> = (value, path) => {
  if (typeof value !== "number" || !/^\d{1,6}(?:\.\d+)?$/.test(String(value)))
    throw badInput(path, "must be a number from 0 to 999999");
  return value;
};

export type Length = number | { readonly unit: (typeof units)[number]; readonly value: number };
const units = ["px", "%", "em", "rem", "vw", "vh"] as const;

export const length: Field<Length | undefined> = optional((value, path) => {
  if (typeof value === "number") return size(value, path);
  const fields = object(value, path);
  const unit = oneOf(units)(fields.unit, `${path}.unit`);
  const number = size(fields.value, `${path}.value`);
  return unit === "px" ? number : { unit, value: number };
});

const query = matching(/^[^#\s]+$/, "must be a URL query");
const location = { space: optional(id), query: optional(query) };

const refFields: Readonly<Record<RefKind, Readonly<Record<string, Field<string | undefined>>>>> = {
  url: { url: string },
  file: { file: nonEmptyString, space: optional(id) },
  page: { page: id, ...location },
  anchor: { anchor: nonEmptyString, page: optional(id), ...location },
  user: { user: id },
  collection: { collection: id },
  space: { space: id },
  "reusable-content": {
    reusableContent: matching(/^[^"\n]+$/, "must be an id or a path"),
    space: optional(id),
  },
  openapi: { spec: nonEmptyString },
};

export function reference<K extends RefKind = RefKind>(...allowed: readonly K[]): Field<RefOf<K>> {
  const kinds = allowed.length === 0 ? (Object.keys(refFields) as RefKind[]) : allowed;
  return (value, path) => checkReference(value, path, kinds) as RefOf<K>;
}

function checkReference(value: unknown, path: string, kinds: readonly RefKind[]): ContentRef {
  const ref = object(value, path);
  const kind = oneOf(kinds)(ref.kind, `${path}.kind`);
  const check = (schema: (typeof refFields)[RefKind]): Record<string, string | undefined> =>
    Object.fromEntries(
      Object.entries(schema).map(([name, field]) => [name, field(ref[name], `${path}.${name}`)]),
    );
  check(location);
  const checked = check(refFields[kind]);
  const isLocalAnchor = kind === "anchor" && checked.page === undefined;
  return definedFields({ kind, ...(isLocalAnchor ? { anchor: checked.anchor } : checked) }) as ContentRef;
}

/** A reference whose URL, if it has one, is not empty. */
export function nonEmptyReference<K extends RefKind = RefKind>(...allowed: readonly K[]): Field<RefOf<K>> {
  const check = reference(...allowed);
  return (value, path) => {
    const { kind, url } = object(value, path);
    if (kind === "url") nonEmptyString(url, `${path}.url`);
    return check(value, path);
  };
}

/** Any JSON value. Its depth is limited when the request is parsed. */
export const json: Field<Json> = (value) => value as Json;
