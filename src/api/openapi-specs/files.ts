import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { encodePath, notFound, requireFound } from "../../platform/index.ts";
import type { Reader, TextFormat } from "../../storage/database/index.ts";
import { type FileContext, findBlob, readWholeBlob } from "../../storage/files/index.ts";
import { sendFile } from "../files/index.ts";
import type { Context } from "../http/index.ts";
import { publicUrl, signedParts } from "./schema.ts";
import type { SpecRow, VersionRow } from "./store.ts";

/** The files of a version, by name. */
export type VersionFiles = Readonly<Record<string, { readonly blob: string; readonly format: TextFormat }>>;

/** The documents of a version by file name, as one JSON object. */
export async function readDocuments(files: FileContext, spec: SpecRow, version: VersionRow): Promise<Buffer> {
  return promisify(gunzip)(await readWholeBlob(files, spec.repository_id, version.filesystem));
}

/** The original text of the entry file of a version. */
export async function readEntry(files: FileContext, spec: SpecRow, version: VersionRow): Promise<string> {
  const row = await findFiles(files.database.read)
    .where("openapi_versions.id", "=", version.id)
    .executeTakeFirst();
  const file = requireFound(row && parseFiles(row)[version.entry], "OpenAPI spec version");
  return (await readWholeBlob(files, spec.repository_id, file.blob)).toString();
}

export function findFiles(db: Reader) {
  return db
    .selectFrom("openapi_versions")
    .innerJoin("openapi_specs", "openapi_specs.id", "openapi_versions.spec_id")
    .select(["openapi_versions.entry", "openapi_versions.files", "openapi_specs.repository_id"]);
}

type FilesRow = Awaited<ReturnType<ReturnType<typeof findFiles>["executeTakeFirstOrThrow"]>>;

export function parseFiles({ files }: FilesRow): VersionFiles {
  return JSON.parse(files);
}

interface VersionRequest {
  Params: { versionId: string; signature: string; "*": string };
}

interface PublicRequest {
  Params: { specId: string; "*": string };
}

/** Serves the files of specs without a token: those of a version at its signed URL, and those of public specs. */
export function serveSpecFiles(app: FastifyInstance, context: Context): void {
  const { read } = context.database;

  app.get<VersionRequest>("/openapi/versions/:versionId/:signature/*", async (request, reply) => {
    const { versionId, signature } = request.params;
    const found = context.fileLinks.verify(signature, ...signedParts(versionId))
      ? await findFiles(read).where("openapi_versions.id", "=", versionId).executeTakeFirst()
      : undefined;
    return sendSpecFile(request, reply, context, found, "private, no-cache");
  });

  app.get<PublicRequest>("/openapi/public/:specId", async ({ params: { specId } }, reply) => {
    const found = requireFound(await findPublicFiles(read, specId), "File");
    return reply
      .headers({ "access-control-allow-origin": "*", "cache-control": "no-cache" })
      .redirect(`${publicUrl(specId, context.config.baseUrl)}/${encodePath(found.entry)}`, 302);
  });

  app.get<PublicRequest>("/openapi/public/:specId/*", async (request, reply) => {
    const found = await findPublicFiles(read, request.params.specId);
    return sendSpecFile(request, reply, context, found, "public, no-cache");
  });
}

/** The files of the last version of a public spec. */
async function findPublicFiles(db: Reader, specId: string): Promise<FilesRow | undefined> {
  // PostgreSQL rejects null characters.
  if (specId.includes("\0")) return undefined;
  return findFiles(db)
    .where("openapi_specs.id", "=", specId)
    .where("openapi_specs.visibility", "=", "public")
    .whereRef("openapi_versions.id", "=", "openapi_specs.last_version_id")
    .executeTakeFirst();
}

async function sendSpecFile(
  request: FastifyRequest<{ Params: { "*": string } }>,
  reply: FastifyReply,
  context: Context,
  row: FilesRow | undefined,
  cacheControl: string,
): Promise<FastifyReply> {
  if (row === undefined) throw notFound("File");
  const name = request.params["*"];
  const { search } = new URL(request.url, context.config.baseUrl);
  const files = new Map(Object.entries(parseFiles(row)));
  const file = files.get(name + search) ?? files.get(name);
  const blob = file && (await findBlob(context.database.read, row.repository_id, file.blob));
  if (file === undefined || blob === undefined) throw notFound("File");
  return sendFile(request, reply, context, {
    repositoryId: row.repository_id,
    hash: file.blob,
    size: blob.size,
    headers: {
      "content-type": `application/${file.format}; charset=utf-8`,
      "cache-control": cacheControl,
      // The URL alone grants access, so requests from other origins gain nothing.
      "access-control-allow-origin": "*",
    },
  });
}
