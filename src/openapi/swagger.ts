import { randomUUID } from "node:crypto";
import { upgrade } from "@scalar/openapi-upgrader";
import { eachObject, eachReference, isJsonObject, type JsonObject } from "./document/references.ts";
import { keyOf } from "./spec-files.ts";

/** Unquoted in YAML, a version is a number. */
export function isSwagger(document: unknown): document is JsonObject {
  if (!isJsonObject(document)) return false;
  const { swagger, openapi } = document;
  return openapi === undefined && (swagger === 2 || swagger === "2.0");
}

/**
 * About how long a Swagger 2.0 document is when it is upgraded: what it says once for all media types is said of each,
 * and what a path says for all its operations of each of them.
 */
export function sizeWhenUpgraded(document: JsonObject): number {
  const sizeOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;
  const typesOf = (tree: JsonObject, name: string) =>
    Array.isArray(tree[name]) ? tree[name] : document[name];
  const sizeForTypes = (tree: JsonObject, size: number): number => {
    const types = ["produces", "consumes"].map((name) => typesOf(tree, name));
    const count = Math.max(1, ...types.map((list) => (Array.isArray(list) ? list.length : 0)));
    const answers = 1 + Object.keys(Object(tree.responses)).length;
    return size * count + sizeOf(types) * answers;
  };
  const { schemes, host, basePath } = document;
  let total = sizeOf(document.definitions) + Object.keys(Object(schemes)).length * sizeOf([host, basePath]);
  total += sizeForTypes(document, sizeOf([document.responses, document.parameters]));
  for (const item of Object.values(Object(document.paths)).filter(isJsonObject)) {
    const forAll = sizeOf(item.parameters);
    for (const operation of Object.values(item).filter(isJsonObject))
      total += sizeForTypes(operation, sizeOf(operation) + forAll);
  }
  return total;
}

/** A Swagger 2.0 document as OpenAPI 3.1. It may be changed; what it says is put such that the upgrade understands it. */
export function upgradeSwagger(document: JsonObject): JsonObject {
  fillBlanks(document);
  followIntoPaths(document);
  const asides = tidyPaths(document);
  const data = new HiddenData(document);
  const { produces, responses } = document;
  // Else what the document says of media types would count more than what an operation does.
  for (const operation of operationsOf(document)) if (produces !== undefined) operation.produces ??= produces;
  delete document.produces;
  const shared = produces !== undefined && { swagger: "2.0", produces, responses, definitions: {} };
  const sharedResponses = shared && (upgradeTree(shared).components as JsonObject).responses;
  const upgraded = upgradeTree({ ...document, swagger: "2.0" });
  if (sharedResponses) Object.assign(Object(upgraded.components), { responses: sharedResponses });
  for (const [path, aside] of asides) Object.assign(Object((upgraded.paths as JsonObject)[path]), aside);
  return data.showIn(upgraded) as JsonObject;
}

function upgradeTree(document: JsonObject): JsonObject {
  // It changes what it is given.
  return upgrade(structuredClone(document), "3.1");
}

function operationsOf({ paths }: JsonObject): JsonObject[] {
  return Object.values(Object(paths))
    .filter(isJsonObject)
    .flatMap((item) => Object.values(item).filter(isJsonObject));
}

/** What is not there yet is there, but says nothing. And what tells schemas apart is named by an object now. */
function fillBlanks(document: JsonObject): void {
  eachObject(document, (tree, { isNamed }) => {
    for (const [key, value] of Object.entries(tree)) {
      if (value !== null || key === "default" || key === "example") continue;
      if (isNamed) tree[key] = {};
      else delete tree[key];
    }
    if (!isNamed && typeof tree.discriminator === "string")
      tree.discriminator = { propertyName: tree.discriminator };
  });
}

/** No media type is called like that. */
const longestType = 200;

/** Bundlers refer to the first place where a schema stands, which the upgrade moves. */
function followIntoPaths(document: JsonObject): void {
  const step = (text: string) => encodeURIComponent(text.replaceAll("~", "~0").replaceAll("/", "~1"));
  const operationAt = (path: string, method: string): JsonObject =>
    Object((Object(document.paths)[keyOf(path)] as JsonObject | undefined)?.[method]);
  const first = (types: unknown) => String((Array.isArray(types) && types[0]) || "application/json");
  eachReference(document, (ref, holder) => {
    const found = /^#\/paths\/([^/]+)\/([a-z]+)\/(responses|parameters)\/([^/]+)\/schema(?=\/|$)(.*)$/.exec(
      ref,
    );
    if (found === null) return;
    const [, path = "", method = "", kind, key = "", rest = ""] = found;
    const operation = operationAt(path, method);
    const isAnswer = kind === "responses";
    const type = first(
      isAnswer ? (operation.produces ?? document.produces) : (operation.consumes ?? document.consumes),
    );
    if (type.length > longestType) return;
    const place = isAnswer ? `responses/${key}` : "requestBody";
    holder.$ref = `#/paths/${path}/${method}/${place}/content/${step(type)}/schema${rest}`;
  });
}

/** In a path, the upgrade takes all that stands behind its parameters for operations. The rest is given back by path. */
function tidyPaths(document: JsonObject): Map<string, JsonObject> {
  const asides = new Map<string, JsonObject>();
  for (const [path, item] of Object.entries(Object(document.paths) as JsonObject)) {
    if (!isJsonObject(item)) continue;
    const { parameters, ...rest } = item;
    const entries = Object.entries(rest);
    const isOperation = ([key, value]: [string, unknown]) => isJsonObject(value) && !key.startsWith("x-");
    (document.paths as JsonObject)[path] = {
      ...(Array.isArray(parameters) && { parameters }),
      ...Object.fromEntries(entries.filter(isOperation)),
    };
    asides.set(path, Object.fromEntries(entries.filter((entry) => !isOperation(entry))));
  }
  return asides;
}

/** Takes data out of a document's way: to the upgrade, whatever looks like a reference or a file is one. */
class HiddenData {
  readonly #prefix = `${randomUUID()} `;
  readonly #values: unknown[] = [];

  constructor(document: JsonObject) {
    eachObject(document, (tree, { isNamed }) => {
      if (isNamed) return;
      for (const key of ["example", "default"]) this.#hide(tree, key);
      if (Array.isArray(tree.enum)) for (const i of tree.enum.keys()) this.#hide(tree.enum, i);
      const { examples } = tree;
      // What is not called like a media type may be an example with words around it.
      if (isJsonObject(examples))
        for (const key of Object.keys(examples)) if (key.includes("/")) this.#hide(examples, key);
    });
  }

  #hide<K extends string | number>(holder: Record<K, unknown>, key: K): void {
    if (typeof holder[key] !== "object") return;
    this.#values.push(holder[key]);
    holder[key] = this.#prefix + (this.#values.length - 1);
  }

  showIn(value: unknown): unknown {
    if (typeof value === "string" && value.startsWith(this.#prefix))
      return this.#values[Number(value.slice(this.#prefix.length))];
    if (typeof value !== "object" || value === null) return value;
    for (const [key, inner] of Object.entries(value)) (value as JsonObject)[key] = this.showIn(inner);
    return value;
  }
}
