import { decodePointerToken, isJsonObject, type JsonObject, resolvePointer } from "../document/index.ts";
import { findOperationAt } from "./describe.ts";
import { DocumentReader } from "./document-reader.ts";
import { own, textOf } from "./json-values.ts";
import { isTryable, maxUrls, serversAt } from "./request-servers.ts";
import { maxReferenceLength } from "./resolved-schema.ts";

/** What a client needs to send requests to an operation. */
export interface OperationRequest {
  /** An OpenAPI document with this operation only, and with what it refers to. */
  readonly document: JsonObject;
  /** The URLs of its servers, for all values that their variables can have. */
  readonly servers: readonly string[];
  /** Whether requests are sent through the proxy of the site. */
  readonly usesProxy: boolean;
}

/** The number of objects that are copied. A client shows a larger document too slowly. */
const maxObjects = 20_000;

/** Reduces a document to one operation. Undefined if it does not exist or cannot be tried. */
export function describeRequest(
  document: unknown,
  path: string,
  method: string,
): OperationRequest | undefined {
  const found = findOperationAt(new DocumentReader(document), path, method);
  if (found === undefined || !isTryable(document, found)) return undefined;
  const { item, operation } = found;
  const servers = serversAt(document, found);
  const security = own(operation, "security") ?? own(document, "security");
  const parameters = own(item, "parameters");
  const root = {
    openapi: textOf(own(document, "openapi"), 20) ?? "3.1.0",
    info: { title: textOf(own(own(document, "info"), "title"), 200) ?? "API", version: "1" },
    servers: servers.map(({ server }) => server),
    ...(security !== undefined && { security }),
    paths: {
      [found.path]: {
        ...(parameters !== undefined && { parameters }),
        [found.method.toLowerCase()]: reduceOperation(operation),
      },
    },
  };
  const usesProxy = own(operation, "x-enable-proxy") ?? own(document, "x-enable-proxy");
  return {
    document: { ...root, components: collectComponents(document, root) },
    servers: [...new Set(servers.flatMap(({ urls }) => urls))].slice(0, maxUrls),
    usesProxy: usesProxy === true,
  };
}

/** Its servers are those of the document that is written, and its description is on the page. */
function reduceOperation({ servers, description, ...operation }: JsonObject): JsonObject {
  return operation;
}

/** The components that a value refers to, directly or through others, and all security schemes. */
function collectComponents(document: unknown, value: unknown): JsonObject {
  const schemes = own(own(document, "components"), "securitySchemes");
  const components = new Map<string, Map<string, unknown>>();
  if (isJsonObject(schemes)) components.set("securitySchemes", new Map(Object.entries(schemes)));
  const seen = new Set<object>();
  const waiting: unknown[] = [value, schemes];
  while (waiting.length > 0 && seen.size < maxObjects) {
    const next = waiting.pop();
    if (typeof next !== "object" || next === null || seen.has(next)) continue;
    seen.add(next);
    for (const inner of Object.values(next)) waiting.push(inner);
    const ref = own(next, "$ref");
    if (typeof ref !== "string" || ref.length > maxReferenceLength) continue;
    const [start, kind, name] = ref.match(/^#\/components\/([^/]+)\/([^/]+)/) ?? [];
    const target = start === undefined ? undefined : resolvePointer(document, start);
    if (kind === undefined || name === undefined || target === undefined) continue;
    components.getOrInsertComputed(kind, () => new Map()).set(decodePointerToken(name), target);
    waiting.push(target);
  }
  return Object.fromEntries(Array.from(components, ([kind, byName]) => [kind, Object.fromEntries(byName)]));
}
