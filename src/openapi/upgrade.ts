import {
  cloneJson,
  eachReference,
  isJsonObject,
  type JsonObject,
  withoutFragment,
} from "./document/references.ts";
import { isBody, PartsOf } from "./inline-parts.ts";
import { largest, requireShort } from "./read-document.ts";
import { SpecError } from "./spec-error.ts";
import { type SpecFile, SpecFiles } from "./spec-files.ts";
import { isSwagger, sizeWhenUpgraded, upgradeSwagger } from "./swagger.ts";

/** Where an upgrade puts what others refer to. */
const moved: readonly [from: string, to: string][] = [
  ["#/definitions/", "#/components/schemas/"],
  ["#/parameters/", "#/components/parameters/"],
  ["#/responses/", "#/components/responses/"],
];

/** Refuses what is no description of an API, and gives all documents with those in Swagger 2.0 as OpenAPI 3.1. */
export function upgradeFiles([entry, ...others]: readonly [SpecFile, ...SpecFile[]]): unknown[] {
  requireSpec(entry);
  const all = [entry, ...others];
  if (!all.some(isOld)) return all.map(({ document }) => document);
  const files = new SpecFiles(all);
  const documents = all.map((file) => prepare(file, files));
  const size = documents.reduce<number>(
    (sum, document) => sum + (isSwagger(document) ? sizeWhenUpgraded(document) : 0),
    0,
  );
  if (size > largest)
    throw new SpecError("PARSE_ERROR", `${entry.name} is too large when it is upgraded from Swagger 2.0`);
  const upgraded = documents.map((document, i) => {
    if (!isSwagger(document)) return document;
    try {
      return upgradeSwagger(document);
    } catch (error) {
      const message = `${all[i]?.name} is not a valid Swagger 2.0 document`;
      throw new SpecError("PARSE_ERROR", message, { cause: error });
    }
  });
  // For what nobody thought of.
  requireShort(upgraded, entry.name);
  return upgraded;
}

function isOld({ document }: SpecFile): boolean {
  return isSwagger(document);
}

function requireSpec({ name, document }: SpecFile): void {
  const refuse = (reason: string) => new SpecError("PARSE_ERROR", `${name} ${reason}`);
  if (!isJsonObject(document)) throw refuse("is not an OpenAPI document: it is not an object");
  if (!isSwagger(document) && !isOpenAPI(document))
    throw refuse('is not an OpenAPI document: it must have openapi: "3.x.y" or swagger: "2.0"');
  const parts = ["paths", "webhooks", "components", "definitions"].filter((part) => part in document);
  if (parts.length === 0) throw refuse("describes nothing: it has no paths, webhooks or components");
  for (const part of parts)
    if (document[part] !== null && !isJsonObject(document[part]))
      throw refuse(`is wrong: ${part} must be an object`);
}

function isOpenAPI({ openapi }: JsonObject): boolean {
  return /^3(\.\d+){0,2}([-+].*)?$/.test(String(openapi)) && ["string", "number"].includes(typeof openapi);
}

/** A copy of a document in which all is where an upgrade finds it, and references between files lead where it puts things. */
function prepare(file: SpecFile, files: SpecFiles): unknown {
  // YAML may have the same object in several places.
  const copy = cloneJson(file.document);
  if (isSwagger(copy)) new PartsOf(file, files, isOld).inlineIn(copy);
  eachReference(copy, (ref, holder) => {
    // Within a document, references are upgraded with it.
    const target = ref.startsWith("#") ? undefined : files.fileOf(ref, file);
    if (target === undefined || !isOld(target)) return;
    const path = withoutFragment(ref);
    const fragment = ref.slice(path.length);
    const [from, to] = moved.find(([place]) => fragment.startsWith(place)) ?? ["", ""];
    const place = isBody(files.find(ref, file)?.value) ? "#/components/requestBodies/" : to;
    holder.$ref = path + place + fragment.slice(from.length);
  });
  return copy;
}
