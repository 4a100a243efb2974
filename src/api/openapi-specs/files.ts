import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { encodePath, notFound } from "../../platform/index.ts";
import type { Reader, TextFormat } from "../../storage/database/index.ts";
import { findBlob, readWholeBlob } from "../../storage/files/index.ts";
import { sendFile } from "../files/index.ts";
import type { Context } from "../http/index.ts";
import { isSignatureOf, publicAddress } from "./present.ts";
import type { SpecRow, VersionRow } from "./store.ts";

/** By the name of each file of a version: where it is kept, and what it is written in. */
export type FilePlaces = Readonly<Record<string, { readonly blob: string; readonly format: TextFormat }>>;

/** The documents of a version, written out as one JSON object. */
export async function readFilesystem(db: Reader, spec: SpecRow, version: VersionRow): Promise<Buffer> {
  return promisify(gunzip)(await readWholeBlob(db, spec.repository_id, version.filesystem));
}

/** The main file of a version, as it was given. */
export async function readEntry(db: Reader, spec: SpecRow, version: VersionRow): Promise<string> {
  const row = await findFiles(db).where("openapi_versions.id", "=", version.id).executeTakeFirst();
  const place = row && placesIn(row)[version.entry];
  if (place === undefined) throw notFound("OpenAPI spec version");
  return (await readWholeBlob(db, spec.repository_id, place.blob)).toString();
}

function findFiles(db: Reader) {
  return db
    .selectFrom("openapi_versions")
    .innerJoin("openapi_specs", "openapi_specs.id", "openapi_versions.spec_id")
    .select(["openapi_versions.entry", "openapi_versions.files", "openapi_specs.repository_id"]);
}

type FilesRow = Awaited<ReturnType<ReturnType<typeof findFiles>["executeTakeFirstOrThrow"]>>;

function placesIn({ files }: FilesRow): FilePlaces {
  return JSON.parse(files);
}

interface VersionRequest {
  Params: { versionId: string; signature: string; "*": string };
}

interface PublicRequest {
  Params: { specId: string; "*": string };
}

/** The files of specs, for tools that know no token: of a version by its signed address, and of what is public. */
export function serveSpecFiles(app: FastifyInstance, context: Context): void {
  const { read } = context.database;

  app.get<VersionRequest>("/openapi/versions/:versionId/:signature/*", async (request, reply) => {
    const { versionId, signature, "*": name } = request.params;
    const found = isSignatureOf(versionId, signature, context.fileLinks)
      ? await findFiles(read).where("openapi_versions.id", "=", versionId).executeTakeFirst()
      : undefined;
    return sendSpecFile(request, reply, context, { found, name, caching: "private, no-cache" });
  });

  app.get<PublicRequest>("/openapi/public/:specId", async (request, reply) => {
    const found = await findPublicFiles(read, request.params.specId);
    if (found === undefined) throw notFound("File");
    const place = `${publicAddress({ id: request.params.specId }, context.config.baseUrl)}/${encodePath(found.entry)}`;
    return reply
      .headers({ "access-control-allow-origin": "*", "cache-control": "no-cache" })
      .redirect(place, 302);
  });

  app.get<PublicRequest>("/openapi/public/:specId/*", async (request, reply) => {
    const { specId, "*": name } = request.params;
    const found = await findPublicFiles(read, specId);
    return sendSpecFile(request, reply, context, { found, name, caching: "public, no-cache" });
  });
}

/** Those of the last version, where everybody may read them. */
async function findPublicFiles(db: Reader, specId: string): Promise<FilesRow | undefined> {
  // PostgreSQL cannot hold the null character, so nothing is called by it.
  if (specId.includes("\0")) return undefined;
  return findFiles(db)
    .where("openapi_specs.id", "=", specId)
    .where("openapi_specs.visibility", "=", "public")
    .whereRef("openapi_versions.id", "=", "openapi_specs.last_version_id")
    .executeTakeFirst();
}

async function sendSpecFile(
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
  { found, name, caching }: { found: FilesRow | undefined; name: string; caching: string },
): Promise<FastifyReply> {
  const { search } = new URL(request.url, context.config.baseUrl);
  const places = new Map(Object.entries(found ? placesIn(found) : {}));
  const place = places.get(name + search) ?? places.get(name);
  const { read } = context.database;
  const blob = place && found && (await findBlob(read, found.repository_id, place.blob));
  if (found === undefined || place === undefined || blob === undefined) throw notFound("File");
  return sendFile(request, reply, context, {
    repositoryId: found.repository_id,
    hash: place.blob,
    size: blob.size,
    headers: {
      "content-type": `application/${place.format}; charset=utf-8`,
      "cache-control": caching,
      // There is nothing in it that the other side could not have by asking itself.
      "access-control-allow-origin": "*",
    },
  });
}
