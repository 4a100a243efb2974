import { upgrade } from "@scalar/openapi-upgrader";
import { largest } from "./read-document.ts";
import { eachReference, isTree, type Tree, withoutFragment } from "./references.ts";
import { SpecError } from "./spec-error.ts";

/** Where an upgrade puts what others refer to. */
const moved: readonly [from: string, to: string][] = [
  ["#/definitions/", "#/components/schemas/"],
  ["#/parameters/", "#/components/parameters/"],
  ["#/responses/", "#/components/responses/"],
];

export interface SpecFile {
  readonly name: string;
  /** Where it was found; undefined for a text that came from nowhere. */
  readonly url: string | undefined;
  /** What others call it by: another, where that leads on to the place. */
  readonly address: string | undefined;
  readonly document: unknown;
}

/** Refuses what is no description of an API, and gives all documents with those in Swagger 2.0 as OpenAPI 3.1. */
export function upgradeFiles([entry, ...others]: readonly [SpecFile, ...SpecFile[]]): unknown[] {
  requireSpec(entry);
  const all = [entry, ...others];
  const old = all.filter(({ document }) => isTree(document) && isSwagger(document));
  if (old.length === 0) return all.map(({ document }) => document);
  const addresses = new Set(old.flatMap(({ url, address }) => [url ?? [], address ?? []].flat()));
  for (const file of all) followMoves(file, addresses);
  return all.map((file) => (old.includes(file) ? upgradeDocument(file) : file.document));
}

function requireSpec({ name, document }: SpecFile): void {
  const refuse = (reason: string) => new SpecError("PARSE_ERROR", `${name} ${reason}`);
  if (!isTree(document)) throw refuse("is not an OpenAPI document: it is not an object");
  if (!isSwagger(document) && !isOpenAPI(document))
    throw refuse('is not an OpenAPI document: it must have openapi: "3.x.y" or swagger: "2.0"');
  const parts = ["paths", "webhooks", "components", "definitions"].filter((part) => part in document);
  if (parts.length === 0) throw refuse("describes nothing: it has no paths, webhooks or components");
  for (const part of parts)
    if (document[part] !== null && !isTree(document[part]))
      throw refuse(`is wrong: ${part} must be an object`);
}

/** Unquoted in YAML, a version is a number. */
function isSwagger({ swagger, openapi }: Tree): boolean {
  return openapi === undefined && (swagger === 2 || swagger === "2.0");
}

function isOpenAPI({ openapi }: Tree): boolean {
  return /^3(\.\d+){0,2}([-+].*)?$/.test(String(openapi)) && ["string", "number"].includes(typeof openapi);
}

function upgradeDocument({ name, document }: SpecFile): unknown {
  // It changes what it is given, and YAML may have the same object in several places.
  const copy: Tree = { ...JSON.parse(JSON.stringify(document)), swagger: "2.0" };
  if (sizeWhenUpgraded(copy) > largest)
    throw new SpecError("PARSE_ERROR", `${name} is too large when it is written out for each media type`);
  try {
    return upgrade(copy, "3.1");
  } catch (error) {
    throw new SpecError("PARSE_ERROR", `${name} is not a valid Swagger 2.0 document`, { cause: error });
  }
}

/** What Swagger 2.0 says once for all media types is then said of each. */
function sizeWhenUpgraded(document: Tree): number {
  const mediaTypes = ({ produces, consumes }: Tree): number =>
    Math.max(1, ...[produces, consumes].map((types) => (Array.isArray(types) ? types.length : 0)));
  const sizeOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;
  const common = mediaTypes(document);
  const { paths, responses, parameters } = document;
  const parts = [
    responses,
    parameters,
    ...Object.values(paths ?? {})
      .filter(isTree)
      .flatMap(Object.values),
  ];
  return parts.reduce<number>(
    (size, part) => size + sizeOf(part) * Math.max(common, isTree(part) ? mediaTypes(part) : 1),
    0,
  );
}

/** Within a document, references are upgraded with it. Those from one file to another are not. */
function followMoves({ url, document }: SpecFile, upgraded: ReadonlySet<string>): void {
  eachReference(document, (ref, holder) => {
    const file = withoutFragment(ref);
    const target = file === "" || !URL.canParse(file, url) ? undefined : new URL(file, url).href;
    if (target === undefined || !upgraded.has(target)) return;
    const fragment = ref.slice(file.length);
    const [from, to] = moved.find(([place]) => fragment.startsWith(place)) ?? ["", ""];
    holder.$ref = file + to + fragment.slice(from.length);
  });
}
