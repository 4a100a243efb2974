import { randomUUID } from "node:crypto";
import {
  decodePointerToken,
  eachObject,
  eachReference,
  encodePointerToken,
  isJsonObject,
  type JsonObject,
} from "./document/index.ts";

/** Whether a document is in Swagger 2.0. The version may be a number, since YAML reads an unquoted `2.0` as one. */
export function isSwagger(document: unknown): document is JsonObject {
  if (!isJsonObject(document)) return false;
  const { swagger, openapi } = document;
  return openapi === undefined && (swagger === 2 || swagger === "2.0");
}

/**
 * Estimates the length of a Swagger 2.0 document after its upgrade, which repeats schemas for every media type, and
 * parameters of a path for every operation.
 */
export function estimateUpgradedSize(document: JsonObject): number {
  const sizeOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;
  const typesOf = (object: JsonObject, name: string) =>
    Array.isArray(object[name]) ? object[name] : document[name];
  const sizeForTypes = (object: JsonObject, size: number): number => {
    const types = ["produces", "consumes"].map((name) => typesOf(object, name));
    const count = Math.max(1, ...types.map((list) => (Array.isArray(list) ? list.length : 0)));
    const responses = 1 + Object.keys(Object(object.responses)).length;
    return size * count + sizeOf(types) * responses;
  };
  const { schemes, host, basePath } = document;
  let total = sizeOf(document.definitions) + Object.keys(Object(schemes)).length * sizeOf([host, basePath]);
  total += sizeForTypes(document, sizeOf([document.responses, document.parameters]));
  for (const item of Object.values(Object(document.paths)).filter(isJsonObject)) {
    const pathParameters = sizeOf(item.parameters);
    for (const operation of Object.values(item).filter(isJsonObject))
      total += sizeForTypes(operation, sizeOf(operation) + pathParameters);
  }
  return total;
}

/** Upgrades a Swagger 2.0 document to OpenAPI 3.1. Modifies the document to work around limitations of the upgrader. */
export async function upgradeSwagger(document: JsonObject): Promise<JsonObject> {
  const { upgrade } = await import("@scalar/openapi-upgrader");
  // The upgrader modifies its input.
  const upgradeTree = (tree: JsonObject): JsonObject => upgrade(structuredClone(tree), "3.1");
  normalizeValues(document);
  retargetSchemaReferences(document);
  const otherFields = separateExtensions(document);
  const placeholders = new DataPlaceholders(document);
  const { produces, responses } = document;
  // Otherwise the upgrader prefers the media types of the document to those of an operation.
  for (const operation of operationsOf(document)) if (produces !== undefined) operation.produces ??= produces;
  delete document.produces;
  const shared = produces !== undefined && { swagger: "2.0", produces, responses, definitions: {} };
  const sharedResponses = shared && (upgradeTree(shared).components as JsonObject).responses;
  const upgraded = upgradeTree({ ...document, swagger: "2.0" });
  if (sharedResponses) Object.assign(Object(upgraded.components), { responses: sharedResponses });
  for (const [path, fields] of otherFields)
    Object.assign(Object((upgraded.paths as JsonObject)[path]), fields);
  return placeholders.restoreIn(upgraded) as JsonObject;
}

function operationsOf({ paths }: JsonObject): JsonObject[] {
  return Object.values(Object(paths))
    .filter(isJsonObject)
    .flatMap((item) => Object.values(item).filter(isJsonObject));
}

/** Replaces null with an empty object in maps, removes other nulls, and converts discriminators to objects. */
function normalizeValues(document: JsonObject): void {
  eachObject(document, (object, { isMap }) => {
    for (const [key, value] of Object.entries(object)) {
      if (value !== null || key === "default" || key === "example") continue;
      if (isMap) object[key] = {};
      else delete object[key];
    }
    if (!isMap && typeof object.discriminator === "string")
      object.discriminator = { propertyName: object.discriminator };
  });
}

const maxMediaTypeLength = 200;

/** Updates references to schemas in operations, which bundlers create and whose targets the upgrade moves. */
function retargetSchemaReferences(document: JsonObject): void {
  const operationAt = (path: string, method: string): JsonObject =>
    Object((Object(document.paths)[decodePointerToken(path)] as JsonObject | undefined)?.[method]);
  const first = (types: unknown) => String((Array.isArray(types) && types[0]) || "application/json");
  eachReference(document, (ref, holder) => {
    const match = /^#\/paths\/([^/]+)\/([a-z]+)\/(responses|parameters)\/([^/]+)\/schema(?=\/|$)(.*)$/.exec(
      ref,
    );
    if (match === null) return;
    const [, path = "", method = "", kind, key = "", rest = ""] = match;
    const operation = operationAt(path, method);
    const isResponse = kind === "responses";
    const type = first(
      isResponse ? (operation.produces ?? document.produces) : (operation.consumes ?? document.consumes),
    );
    if (type.length > maxMediaTypeLength) return;
    const container = isResponse ? `responses/${key}` : "requestBody";
    holder.$ref = `#/paths/${path}/${method}/${container}/content/${encodePointerToken(type)}/schema${rest}`;
  });
}

/** Removes all fields of path items that the upgrader would treat as operations, and returns them by path. */
function separateExtensions(document: JsonObject): Map<string, JsonObject> {
  const otherFields = new Map<string, JsonObject>();
  for (const [path, item] of Object.entries(Object(document.paths) as JsonObject)) {
    if (!isJsonObject(item)) continue;
    const { parameters, ...rest } = item;
    const entries = Object.entries(rest);
    const isOperation = ([key, value]: [string, unknown]) => isJsonObject(value) && !key.startsWith("x-");
    (document.paths as JsonObject)[path] = {
      ...(Array.isArray(parameters) && { parameters }),
      ...Object.fromEntries(entries.filter(isOperation)),
    };
    otherFields.set(path, Object.fromEntries(entries.filter((entry) => !isOperation(entry))));
  }
  return otherFields;
}

/** Replaces arbitrary data with placeholders, since the upgrader would convert data that resembles a reference or a file. */
class DataPlaceholders {
  readonly #prefix = `${randomUUID()} `;
  readonly #values: unknown[] = [];

  constructor(document: JsonObject) {
    eachObject(document, (object, { isMap }) => {
      if (isMap) return;
      for (const key of ["example", "default"]) this.#hide(object, key);
      if (Array.isArray(object.enum)) for (const i of object.enum.keys()) this.#hide(object.enum, i);
      const { examples } = object;
      // A key that is not a media type may be the name of an Example Object.
      if (isJsonObject(examples))
        for (const key of Object.keys(examples)) if (key.includes("/")) this.#hide(examples, key);
    });
  }

  #hide<K extends string | number>(holder: Record<K, unknown>, key: K): void {
    if (typeof holder[key] !== "object") return;
    this.#values.push(holder[key]);
    holder[key] = this.#prefix + (this.#values.length - 1);
  }

  restoreIn(value: unknown): unknown {
    if (typeof value === "string" && value.startsWith(this.#prefix))
      return this.#values[Number(value.slice(this.#prefix.length))];
    if (typeof value !== "object" || value === null) return value;
    for (const [key, inner] of Object.entries(value)) (value as JsonObject)[key] = this.restoreIn(inner);
    return value;
  }
}
