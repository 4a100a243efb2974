import { type Static, Type } from "@sinclair/typebox";
import { findSpecs } from "../../api/openapi-specs/index.ts";
import { type Content, type FileRecord, getRecords } from "../../content/index.ts";
import { describeOperation, listOperations } from "../../openapi/description/index.ts";
import { badInput, notFound } from "../../platform/index.ts";
import { readShownIn } from "../../publishing/index.ts";
import { listSpaces, openSpace } from "../markdown/index.ts";
import { readSpecFile, readSpecs } from "../page/index.ts";
import type { ResourceCall } from "../resource/index.ts";
import { defineTool } from "./tool.ts";

/** The number of operations in a list, and the characters of a described one. */
const [maxOperations, maxLength] = [500, 100_000];

/** Files are parsed to find out whether they are specs. */
const [maxFiles, recordsPerBatch] = [20, 500];
const specFileName = /\.(?:json|ya?ml)$/i;

const Operation = Type.Object({ method: Type.String(), path: Type.String(), title: Type.String() });

const Input = Type.Object({
  spec: Type.Optional(
    Type.String({
      maxLength: 100,
      description: "The name of a spec or of its file. Needed if there are several.",
    }),
  ),
  method: Type.Optional(Type.String({ maxLength: 20, description: "Such as `get`." })),
  path: Type.Optional(Type.String({ maxLength: 500, description: "Such as `/pets/{id}`." })),
  operationId: Type.Optional(
    Type.String({ maxLength: 500, description: "Instead of the method and the path." }),
  ),
});

export const readOperationTool = defineTool({
  name: "read_api_operation",
  title: "Read an API operation",
  description:
    "Describes an operation of an OpenAPI spec that the documentation shows: parameters, body and responses. Without an operation, it lists those of the spec; without a spec, the specs.",
  input: Input,
  output: Type.Object({
    specs: Type.Array(Type.String()),
    operations: Type.Optional(Type.Array(Operation)),
    operation: Type.Optional(Type.Unsafe<object>({ type: "object" })),
  }),
  run: async (call, input) => {
    const slugs = await findShownSlugs(call);
    const isSlug = input.spec !== undefined && slugs.includes(input.spec);
    const files = isSlug ? new Map<string, unknown>() : await readShownFiles(call);
    const specs = [...new Set([...slugs, ...files.keys()])].sort();
    const [name] = input.spec === undefined ? (specs.length === 1 ? specs : []) : [input.spec];
    if (name === undefined)
      return { text: specs.length === 0 ? "There are no specs." : specs.join("\n"), result: { specs } };
    if (!specs.includes(name)) throw notFound("OpenAPI spec");
    const document = slugs.includes(name) ? await readDocument(call, name) : files.get(name);
    const location = locateOperation(document, input);
    if (location === undefined) {
      const operations = listOperations(document)
        .operations.slice(0, maxOperations)
        .map(({ method, path, title }) => ({ method, path, title }));
      const lines = operations.map(({ method, path, title }) => `${method.toUpperCase()} ${path}: ${title}`);
      return { text: lines.join("\n"), result: { specs, operations } };
    }
    const operation = describeOperation(document, location.path, location.method);
    if (operation === undefined) throw notFound("Operation");
    const text = JSON.stringify(operation, null, 1);
    if (text.length > maxLength) return { text: text.slice(0, maxLength).toWellFormed(), result: { specs } };
    return { text, result: { specs, operation } };
  },
});

/** The slugs of the specs to which the parts of pages that the visitor sees refer. */
async function findShownSlugs(call: ResourceCall): Promise<string[]> {
  const shown = new Set<string>();
  for await (const { specs } of shownInSpaces(call)) for (const slug of specs) shown.add(slug);
  return [...shown];
}

/** The specs that are files of the spaces, by their names. Of files with one name, the first is used. */
async function readShownFiles(call: ResourceCall): Promise<Map<string, unknown>> {
  const specs = new Map<string, unknown>();
  let filesLeft = maxFiles;
  for await (const { space, files } of shownInSpaces(call)) {
    for (const file of await readRecordsOf(space.content, files)) {
      if (!specFileName.test(file.name) || specs.has(file.name)) continue;
      if (filesLeft-- === 0) return specs;
      const document = await readSpecFile(call.context, space, file);
      if (isSpec(document)) specs.set(file.name, document);
    }
  }
  return specs;
}

async function readRecordsOf(content: Content, ids: ReadonlySet<string>): Promise<FileRecord[]> {
  const all = [...ids];
  const records: FileRecord[] = [];
  for (let i = 0; i < all.length; i += recordsPerBatch)
    records.push(...(await getRecords(content, "files", all.slice(i, i + recordsPerBatch))).values());
  return records;
}

function isSpec(document: unknown): boolean {
  return (
    typeof document === "object" && document !== null && ("openapi" in document || "swagger" in document)
  );
}

/** What the visitor sees in each space of the site. */
async function* shownInSpaces({ context, place }: ResourceCall) {
  for (const listed of await listSpaces(context, place)) {
    const space = await openSpace(context, place, listed);
    if (space === undefined) continue;
    yield { space, ...(await readShownIn(context, space, place.visit.visitor.claims)) };
  }
}

async function readDocument({ context, place }: ResourceCall, slug: string): Promise<unknown> {
  const { organization_id } = place.site;
  const found = await findSpecs(context.database.read, organization_id, [slug]);
  const document = (await readSpecs(context, organization_id, found)).get(slug);
  if (document === undefined) throw notFound("OpenAPI spec");
  return document;
}

/** Where an operation is; undefined if none is asked for. */
function locateOperation(document: unknown, { operationId, method, path }: Static<typeof Input>) {
  if (operationId !== undefined) return findById(document, operationId);
  if (path === undefined) return undefined;
  if (method === undefined) throw badInput("method", "is required with a path");
  return { path, method: method.toLowerCase() };
}

function findById(document: unknown, id: string): { readonly path: string; readonly method: string } {
  const found = listOperations(document).operations.find(({ operationId }) => operationId === id);
  if (found === undefined) throw notFound("Operation");
  return found;
}
