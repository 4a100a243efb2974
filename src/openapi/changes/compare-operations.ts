import type { Steps } from "../../platform/index.ts";
import { type DocumentReader, firstOf, own, parametersOf, textOf } from "../description/index.ts";
import { isJsonObject, type JsonObject } from "../document/index.ts";
import { change, listed, quoted, type SpecChange } from "./change.ts";
import type { Direction, SchemaChange, SchemaComparer, Versions } from "./compare-schemas.ts";
import { compareSecurity } from "./compare-security.ts";

/** An operation or a webhook of a document. */
export interface Operation {
  readonly path: string;
  readonly method: string;
  readonly isWebhook: boolean;
  readonly item: JsonObject;
  readonly operation: JsonObject;
  readonly reader: DocumentReader;
}

const maxTextLength = 20_000;
const maxContents = 100;

/** What changed in an operation. A webhook is sent by the server, so its body is read by clients. */
export function* compareOperations(
  comparer: SchemaComparer,
  versions: Versions<Operation>,
): Steps<SpecChange[]> {
  const { before, after } = versions;
  const sent: Direction = after.isWebhook ? "response" : "request";
  const received: Direction = after.isWebhook ? "request" : "response";
  return [
    ...(yield* compareParameters(comparer, versions, sent)),
    ...(yield* compareBodies(comparer, versions, sent)),
    ...(yield* compareResponses(comparer, versions, received)),
    ...(before.isWebhook ? [] : compareSecurity(versions)),
    ...compareTexts(before.operation, after.operation),
  ];
}

interface Parameter {
  readonly label: string;
  readonly parameter: JsonObject;
}

function* compareParameters(
  comparer: SchemaComparer,
  versions: Versions<Operation>,
  direction: Direction,
): Steps<SpecChange[]> {
  const [old, now] = [parametersByKey(versions.before), parametersByKey(versions.after)];
  yield* comparer.work(old.size + now.size);
  const changes: SpecChange[] = [];
  for (const [key, { label, parameter }] of old) {
    const next = now.get(key);
    if (next === undefined) {
      changes.push(change("parameter-removed", false, `The ${label} was removed.`));
      continue;
    }
    if (!isRequired(parameter) && isRequired(next.parameter))
      changes.push(change("parameter-required", true, `The ${label} is required now.`));
    if (isRequired(parameter) && !isRequired(next.parameter))
      changes.push(change("parameter-optional", false, `The ${label} is optional now.`));
    const schemas = {
      before: schemaOf(versions.before, parameter),
      after: schemaOf(versions.after, next.parameter),
    };
    changes.push(...describe(yield* comparer.compare(schemas, direction), `The ${label}`, `of the ${label}`));
  }
  for (const [key, { label, parameter }] of now)
    if (!old.has(key))
      changes.push(
        isRequired(parameter)
          ? change("required-parameter-added", true, `The required ${label} was added.`)
          : change("parameter-added", false, `The ${label} was added.`),
      );
  return changes;
}

/** The parameters by location and name. Names in a path do not matter to clients, only the position. */
function parametersByKey({ reader, item, operation, path }: Operation): Map<string, Parameter> {
  const inPath = Array.from(path.matchAll(/\{([^{}]*)\}/g), ([, name = ""]) => name);
  return new Map(
    parametersOf(reader, item, operation).map((parameter) => {
      const [place, name] = [
        textOf(own(parameter, "in"), 20) ?? "",
        textOf(own(parameter, "name"), 1000) ?? "",
      ];
      // Names of headers are case-insensitive.
      const same = place === "path" ? inPath.indexOf(name) : place === "header" ? name.toLowerCase() : name;
      const label = `${place === "body" || place === "formData" ? "field" : `${place} parameter`} ${quoted(name)}`;
      return [`${place} ${same}`, { label, parameter }];
    }),
  );
}

function isRequired(holder: unknown): boolean {
  return own(holder, "required") === true || own(holder, "in") === "path";
}

/** The schema of a parameter. It may be that of a media type, and in Swagger 2.0 it is the parameter itself. */
function schemaOf({ reader }: Operation, parameter: JsonObject): unknown {
  const [media] = contentOf(reader, parameter).values();
  return own(parameter, "schema") ?? (media === undefined ? parameter : own(media, "schema"));
}

function contentOf(reader: DocumentReader, holder: unknown): Map<string, unknown> {
  const content = own(holder, "content");
  const entries = Object.entries(isJsonObject(content) ? content : {}).slice(0, maxContents);
  return new Map(entries.map(([type, media]) => [type.toLowerCase(), reader.resolve(media)]));
}

function* compareBodies(
  comparer: SchemaComparer,
  { before, after }: Versions<Operation>,
  direction: Direction,
): Steps<SpecChange[]> {
  const old = before.reader.resolve(own(before.operation, "requestBody"));
  const now = after.reader.resolve(own(after.operation, "requestBody"));
  if (!isJsonObject(old) && !isJsonObject(now)) return [];
  if (!isJsonObject(old))
    return isRequired(now)
      ? [change("required-body-added", true, "A required request body was added.")]
      : [change("body-added", false, "An optional request body was added.")];
  if (!isJsonObject(now)) return [change("body-removed", true, "The request body was removed.")];
  const changes: SpecChange[] = [];
  if (!isRequired(old) && isRequired(now))
    changes.push(change("body-required", true, "The request body is required now."));
  if (isRequired(old) && !isRequired(now))
    changes.push(change("body-optional", false, "The request body is optional now."));
  const contents = { before: contentOf(before.reader, old), after: contentOf(after.reader, now) };
  return [...changes, ...(yield* compareContents(comparer, contents, direction, "the request body"))];
}

/** Compares the media types of a body. A missing one breaks both those who send it and those who read it. */
function* compareContents(
  comparer: SchemaComparer,
  { before, after }: Versions<Map<string, unknown>>,
  direction: Direction,
  subject: string,
): Steps<SpecChange[]> {
  const removed = [...before.keys()].filter((type) => !after.has(type));
  const added = [...after.keys()].filter((type) => !before.has(type));
  const changes: SpecChange[] = [];
  if (removed.length > 0) {
    const message = `${capitalized(subject)} no longer has the media type ${listed(removed)}.`;
    changes.push(change("media-type-removed", true, message));
  }
  if (added.length > 0) {
    const message = `${capitalized(subject)} has the new media type ${listed(added)}.`;
    changes.push(change("media-type-added", false, message));
  }
  const known = new Set<string>();
  for (const [type, media] of before) {
    if (!after.has(type)) continue;
    const schemas = { before: own(media, "schema"), after: own(after.get(type), "schema") };
    // Most media types of a body have the same schema.
    for (const found of describe(
      yield* comparer.compare(schemas, direction),
      capitalized(subject),
      `in ${subject}`,
    )) {
      if (known.has(found.message)) continue;
      known.add(found.message);
      changes.push(found);
    }
  }
  return changes;
}

function* compareResponses(
  comparer: SchemaComparer,
  { before, after }: Versions<Operation>,
  direction: Direction,
): Steps<SpecChange[]> {
  const [old, now] = [responsesOf(before), responsesOf(after)];
  yield* comparer.work(old.size + now.size);
  const changes: SpecChange[] = [];
  for (const [status, response] of old) {
    const next = now.get(status);
    if (next === undefined) {
      // Clients rely on what is returned if all is well.
      const isBreaking = /^[23]|^default$/.test(status);
      changes.push(change("response-removed", isBreaking, `The response ${quoted(status)} was removed.`));
      continue;
    }
    const contents = { before: contentOf(before.reader, response), after: contentOf(after.reader, next) };
    const subject = `the response ${quoted(status)}`;
    if (contents.before.size > 0 && contents.after.size === 0)
      changes.push(change("response-body-removed", true, `The body of ${subject} was removed.`));
    else changes.push(...(yield* compareContents(comparer, contents, direction, subject)));
  }
  for (const status of now.keys())
    if (!old.has(status))
      changes.push(change("response-added", false, `The response ${quoted(status)} was added.`));
  return changes;
}

function responsesOf({ reader, operation }: Operation): Map<string, unknown> {
  const responses = own(operation, "responses");
  const entries = Object.entries(isJsonObject(responses) ? responses : {})
    .filter(([status]) => !status.startsWith("x-"))
    .slice(0, maxContents);
  return new Map(entries.map(([status, response]) => [status.toLowerCase(), reader.resolve(response)]));
}

function compareTexts(before: JsonObject, after: JsonObject): SpecChange[] {
  const textIn = (operation: JsonObject, key: string) => textOf(own(operation, key), maxTextLength);
  const isSame = (key: string) => textIn(before, key) === textIn(after, key);
  const [was, is] = [own(before, "deprecated") === true, own(after, "deprecated") === true];
  const tags = (operation: JsonObject) => firstOf(own(operation, "tags"), maxContents).join("\n");
  return [
    ...(was === is
      ? []
      : [change("deprecated-changed", false, is ? "It is deprecated now." : "It is no longer deprecated.")]),
    ...(isSame("operationId")
      ? []
      : [
          change(
            "operation-id-changed",
            false,
            `The operation id is ${quoted(textIn(after, "operationId") ?? "")} now.`,
          ),
        ]),
    ...(tags(before) === tags(after) ? [] : [change("tags-changed", false, "Its tags changed.")]),
    ...(isSame("summary") && isSame("description")
      ? []
      : [change("description-changed", false, "Its summary or description changed.")]),
  ];
}

/** Turns changes of a schema into sentences: about the value itself, or about a property in it. */
function describe(changes: readonly SchemaChange[], subject: string, place: string): SpecChange[] {
  return changes.map(({ path, code, isBreaking, message }) => ({
    code,
    isBreaking,
    message:
      path.length === 0
        ? `${subject} ${message}.`
        : `The property ${quoted(pathText(path))} ${place} ${message}.`,
  }));
}

/** A path such as `items[].name`. */
function pathText(path: readonly string[]): string {
  return path.reduce(
    (text, part) => (part === "[]" ? `${text}[]` : text === "" ? part : `${text}.${part}`),
    "",
  );
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
