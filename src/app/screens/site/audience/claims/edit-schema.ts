/** The types of claims. An entry of a list is of one of the first three. */
export const claimTypes = ["boolean", "string", "number", "array", "object"] as const;
export type ClaimType = (typeof claimTypes)[number];
export type ItemType = "boolean" | "string" | "number";

/** A claim while it is edited. */
export interface EditedClaim {
  /** Tells claims apart while their names change. */
  readonly key: number;
  readonly name: string;
  readonly type: ClaimType;
  readonly description: string;
  /** The type of the entries of a list. */
  readonly itemType: ItemType;
  /** The possible values of a text, or of the entries of a list of texts. */
  readonly values: readonly string[];
  readonly children: readonly EditedClaim[];
  /** What the form does not show, kept as it is. */
  readonly rest: Json;
  readonly itemRest: Json;
}

/** A schema while it is edited: its claims, and everything else of it. */
export interface EditedSchema {
  readonly claims: readonly EditedClaim[];
  readonly rest: Json;
}

type Json = Readonly<Record<string, unknown>>;

let lastKey = 0;

export function newClaim(fields: Partial<EditedClaim> = {}): EditedClaim {
  return {
    key: ++lastKey,
    name: "",
    type: "string",
    description: "",
    itemType: "string",
    values: [],
    children: [],
    rest: {},
    itemRest: {},
    ...fields,
  };
}

export const emptySchema: Json = { type: "object", properties: {}, additionalProperties: false };

export function readSchema(schema: unknown): EditedSchema {
  const { properties, ...rest } = asObject(schema);
  return { claims: readClaims(properties), rest };
}

function readClaims(properties: unknown): EditedClaim[] {
  return Object.entries(asObject(properties)).map(([name, value]) => {
    const { type, description, enum: values, items, properties: inner, ...rest } = asObject(value);
    const { type: itemType, enum: itemValues, ...itemRest } = asObject(items);
    return newClaim({
      name,
      type: claimTypes.find((known) => known === type) ?? "string",
      description: typeof description === "string" ? description : "",
      itemType: itemType === "boolean" || itemType === "number" ? itemType : "string",
      values: readValues(type === "array" ? itemValues : values),
      children: readClaims(inner),
      rest,
      itemRest,
    });
  });
}

function readValues(values: unknown): string[] {
  return Array.isArray(values) ? values.map(String) : [];
}

function asObject(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

export function writeSchema({ claims, rest }: EditedSchema): Record<string, unknown> {
  return { ...emptySchema, ...rest, properties: writeClaims(claims) };
}

function writeClaims(claims: readonly EditedClaim[]): Json {
  return Object.fromEntries(claims.map((claim) => [claim.name.trim(), writeClaim(claim)]));
}

function writeClaim({ type, description, itemType, values, children, rest, itemRest }: EditedClaim): Json {
  const { additionalProperties = false, ...others } = rest;
  const list = values.map((value) => value.trim()).filter((value) => value !== "");
  return {
    type,
    ...(description !== "" && { description }),
    ...(type === "string" && list.length > 0 && { enum: list }),
    ...(type === "array" && {
      items: { type: itemType, ...(itemType === "string" && list.length > 0 && { enum: list }), ...itemRest },
    }),
    ...(type === "object" && { properties: writeClaims(children), additionalProperties }),
    ...others,
  };
}

/** The first name that two claims beside each other have; an empty text if one has no name. */
export function findWrongName(claims: readonly EditedClaim[]): string | undefined {
  const names = new Set<string>();
  for (const claim of claims) {
    const name = claim.name.trim();
    if (name === "" || names.has(name)) return name;
    names.add(name);
    const inner = claim.type === "object" ? findWrongName(claim.children) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** The path of a claim, and what of it is wrong, of a field that the server names: `jsonSchema.properties.plan.enum`. */
export function claimOfField(field: string): { readonly claim: string; readonly part: string } | undefined {
  const [, ...parts] = field.split(".");
  const names: string[] = [];
  while (parts[0] === "properties" && parts.length > 1) {
    parts.shift();
    names.push(parts.shift() ?? "");
  }
  return names.length === 0 ? undefined : { claim: names.join("."), part: parts.at(-1) ?? "" };
}
