import {
  cloneJson,
  eachReference,
  isJsonObject,
  type JsonObject,
  withoutFragment,
} from "./document/index.ts";
import { maxSize, measure, SpecError, tooLarge } from "./read-document.ts";
import { type SpecFile, SpecFiles } from "./spec-files.ts";
import { estimateUpgradedSize, isSwagger, upgradeSwagger } from "./swagger.ts";

/** The pointers of parts before and after an upgrade. */
const movedParts: readonly [from: string, to: string][] = [
  ["#/definitions/", "#/components/schemas/"],
  ["#/parameters/", "#/components/parameters/"],
  ["#/responses/", "#/components/responses/"],
];

/** Returns the documents of a spec, upgraded from Swagger 2.0 to OpenAPI 3.1. Throws if the entry is in neither format. */
export async function upgradeFiles([entry, ...others]: readonly [SpecFile, ...SpecFile[]]): Promise<
  unknown[]
> {
  requireOpenAPI(entry);
  const all = [entry, ...others];
  if (!all.some(({ document }) => isSwagger(document))) return all.map(({ document }) => document);
  const files = new SpecFiles(all);
  const documents = all.map((file) => prepare(file, files));
  const sizes = documents.map((document) => (isSwagger(document) ? estimateUpgradedSize(document) : 0));
  if (sizes.reduce((sum, size) => sum + size, 0) > maxSize)
    throw new SpecError("PARSE_ERROR", `${entry.name} is too large when it is upgraded from Swagger 2.0`);
  const upgrade = async (document: unknown, i: number): Promise<unknown> => {
    if (!isSwagger(document)) return document;
    try {
      return await upgradeSwagger(document);
    } catch (error) {
      const message = `${all[i]?.name} is not a valid Swagger 2.0 document`;
      throw new SpecError("PARSE_ERROR", message, { cause: error });
    }
  };
  const upgraded = await Promise.all(documents.map(upgrade));
  // The estimate may be too low.
  measure(upgraded, entry.name, Infinity);
  return upgraded;
}

function requireOpenAPI({ name, document }: SpecFile): void {
  const specError = (reason: string) => new SpecError("PARSE_ERROR", `${name} ${reason}`);
  if (!isJsonObject(document)) throw specError("is not an OpenAPI document: it is not an object");
  const { openapi } = document;
  const isOpenAPI =
    ["string", "number"].includes(typeof openapi) && /^3(\.\d+){0,2}([-+].*)?$/.test(String(openapi));
  if (!isSwagger(document) && !isOpenAPI)
    throw specError('is not an OpenAPI document: it must have openapi: "3.x.y" or swagger: "2.0"');
  const parts = ["paths", "webhooks", "components", "definitions"].filter((part) => part in document);
  if (parts.length === 0) throw specError("describes nothing: it has no paths, webhooks or components");
  for (const part of parts)
    if (document[part] !== null && !isJsonObject(document[part]))
      throw specError(`is invalid: ${part} must be an object`);
}

/** A copy of a document that can be upgraded by itself. References to other files point to their upgraded parts. */
function prepare(file: SpecFile, files: SpecFiles): unknown {
  // Cloning also expands YAML aliases.
  const clone = cloneJson(file.document);
  if (isSwagger(clone)) inlineParts(clone, file, files);
  eachReference(clone, (ref, holder) => {
    // References within a document are upgraded with it.
    const target = ref.startsWith("#") ? undefined : files.fileOf(ref, file);
    if (!isSwagger(target?.document)) return;
    const path = withoutFragment(ref);
    const fragment = ref.slice(path.length);
    const [from, to] = movedParts.find(([prefix]) => fragment.startsWith(prefix)) ?? ["", ""];
    const prefix = isBody(files.resolve(ref, file)?.value) ? "#/components/requestBodies/" : to;
    holder.$ref = path + prefix + fragment.slice(from.length);
  });
  return clone;
}

/**
 * Replaces references to path items, parameters and responses with their targets if these are in other files or are
 * converted by the upgrade. References to schemas are kept, since schemas are equal in both versions. `document` is a
 * clone of the document of `file`, and is modified.
 */
function inlineParts(document: JsonObject, file: SpecFile, files: SpecFiles): void {
  let size = 0;
  const countSize = (text: string): string => {
    size += text.length;
    if (size > maxSize) throw tooLarge(file.name);
    return text;
  };
  const inline = (part: JsonObject): JsonObject => {
    const { $ref, ...rest } = part;
    const target = typeof $ref === "string" ? files.resolve($ref, file) : undefined;
    if (target === undefined || !isJsonObject(target.value) || !isMoved(String($ref), target, file))
      return part;
    // Many references may have the same target.
    countSize(JSON.stringify(target.value));
    const clone = cloneJson(target.value);
    eachReference(clone, (ref, holder) => {
      holder.$ref = countSize(files.rebase(ref, target.file, file));
    });
    return { ...Object(clone), ...rest };
  };
  const inlineEach = (parts: unknown): void => {
    if (typeof parts !== "object" || parts === null) return;
    const entries = parts as JsonObject;
    for (const [key, part] of Object.entries(entries)) if (isJsonObject(part)) entries[key] = inline(part);
  };
  for (const name of ["paths", "parameters", "responses", "definitions"])
    if (isJsonObject(document[name])) document[name] = inline(document[name]);
  for (const name of ["parameters", "responses", "paths"]) inlineEach(document[name]);
  for (const item of Object.values(Object(document.paths)).filter(isJsonObject)) {
    inlineEach(item.parameters);
    for (const operation of Object.values(item).filter(isJsonObject)) {
      inlineEach(operation.parameters);
      inlineEach(operation.responses);
    }
  }
}

/** Whether the upgrade converts the target of a reference, so that its pointer changes. */
function isMoved(ref: string, target: { value: unknown; file: SpecFile }, file: SpecFile): boolean {
  if (isBody(target.value)) return true;
  if (target.file === file) return /^#\/paths\/.*\/parameters\/\d+$/.test(ref);
  return !isSwagger(target.file.document);
}

/** Whether a parameter of Swagger 2.0 becomes a request body in OpenAPI 3. */
function isBody(part: unknown): boolean {
  return isJsonObject(part) && (part.in === "body" || part.in === "formData");
}
