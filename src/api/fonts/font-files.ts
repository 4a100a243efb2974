import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  addMilliseconds,
  badInput,
  conflict,
  newSecretId,
  notFound,
  preconditionFailed,
} from "../../platform/index.ts";
import {
  type FontFormat,
  inSteps,
  type Reader,
  stepSize,
  type Writer,
} from "../../storage/database/index.ts";
import { blobOf, readFontFormat, storeBlob } from "../../storage/files/index.ts";
import { sendFile, uploadTickets } from "../files/index.ts";
import type { Context } from "../http/index.ts";

/** In bytes. A font with all Chinese characters has about 10 MB. */
export const maxFontSize = 16 * 1024 * 1024;

/** The number of uploaded files of an organization that no font uses yet. */
const maxUnusedFiles = 200;

/** How long a file is kept that no font uses, in milliseconds. */
const unusedTime = 24 * 3_600_000;

const keyPrefix = "fonts/";

const tickets = uploadTickets("font upload", ["organization", "size"]);
type UploadTicket = ReturnType<typeof tickets.read>;

/** Creates the URL at which one file of a font can be uploaded, and the key by which a font refers to the file. */
export function createUploadUrl(context: Context, organization: string, bytes: number) {
  const { id, query } = tickets.create(context, { organization, size: String(bytes) });
  return { key: keyPrefix + id, url: `${context.config.baseUrl}/files/fonts/${id}?${query}` };
}

interface UploadRequest {
  Params: { name: string };
  Querystring: Record<string, unknown>;
  Body: Buffer | undefined;
}

/** Serves the files of fonts, and takes them at signed URLs. */
export function serveFontFiles(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { name: string } }>("/files/fonts/:name", (request, reply) =>
    sendFontFile(request, reply, context, request.params.name),
  );
  app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser("*", { parseAs: "buffer" }, async (_: FastifyRequest, body: Buffer) => body);
    uploads.put<UploadRequest>(
      "/files/fonts/:name",
      {
        bodyLimit: maxFontSize,
        // Before the body is read.
        onRequest: async (request) => void readTicket(request, context),
      },
      async (request, reply) => {
        const ticket = readTicket(request, context);
        await storeFontFile(context, ticket, request.body ?? Buffer.alloc(0));
        return reply.code(200).send();
      },
    );
  });
}

function readTicket({ params, query }: FastifyRequest<UploadRequest>, context: Context): UploadTicket {
  return tickets.read(context, { ...query, id: params.name });
}

/** Stores an uploaded file. Nothing else is read from it than its structure. */
async function storeFontFile(context: Context, ticket: UploadTicket, bytes: Buffer) {
  const { database, clock } = context;
  const { id, organization, size } = ticket;
  if (bytes.length !== Number(size)) throw badInput("body", `must have ${size} bytes, as announced`);
  const format = readFontFormat(bytes);
  if (format === undefined) throw badInput("body", "must be a font: WOFF2, WOFF, TrueType or OpenType");
  const blob = blobOf(bytes);
  const repository = {
    id: newSecretId(),
    organization_id: organization,
    kept_until: addMilliseconds(clock.now(), unusedTime),
  };
  await database.write(async (trx) => {
    await requireRoom(trx, organization);
    await trx.insertInto("repositories").values(repository).execute();
  });
  await storeBlob(context, repository.id, blob);
  await database.write(async (trx) => {
    if ((await findById(trx, id)) !== undefined) throw conflict("The file was uploaded already");
    await trx
      .insertInto("font_files")
      .values({
        id,
        organization_id: organization,
        repository_id: repository.id,
        format,
        blob: blob.hash,
        size: blob.size,
        created_at: clock.now(),
      })
      .execute();
    await trx.updateTable("repositories").where("id", "=", repository.id).set({ kept_until: null }).execute();
  });
}

async function requireRoom(trx: Writer, organizationId: string): Promise<void> {
  const unused = await selectUnused(trx)
    .where("organization_id", "=", organizationId)
    .limit(maxUnusedFiles)
    .execute();
  if (unused.length >= maxUnusedFiles)
    throw conflict(`The organization has ${maxUnusedFiles} uploaded files that no font uses`);
}

function selectUnused(db: Reader) {
  return db
    .selectFrom("font_files")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("custom_font_faces")
            .whereRef("custom_font_faces.file_id", "=", "font_files.id")
            .select("custom_font_faces.file_id"),
        ),
      ),
    )
    .select("font_files.id");
}

/** The id of an uploaded file by its key. Throws an error about `field` if the organization has no such file. */
export async function requireFiles(
  trx: Writer,
  organizationId: string,
  keys: readonly { readonly key: string; readonly field: string }[],
): Promise<string[]> {
  const ids = keys.map(({ key }) => (key.startsWith(keyPrefix) ? key.slice(keyPrefix.length) : ""));
  const found = await trx
    .selectFrom("font_files")
    .where("organization_id", "=", organizationId)
    .where("id", "in", ids)
    .select("id")
    .execute();
  const existing = new Set(found.map(({ id }) => id));
  const missing = keys.find((_, i) => !existing.has(ids[i] ?? ""));
  if (missing !== undefined)
    throw preconditionFailed(`${missing.field}: no file was uploaded to the URL of this key`);
  return ids;
}

/** Deletes those of the files that no font uses any more. A job deletes their bytes. */
export async function deleteUnusedFiles(trx: Writer, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .deleteFrom("font_files")
    .where("id", "in", selectUnused(trx).where("font_files.id", "in", ids))
    .execute();
}

/** Deletes the files that were uploaded a day ago and never used. */
export async function removeUnusedFontFiles({ database, clock }: Context): Promise<void> {
  await inSteps(database, async (trx) => {
    const rows = await selectUnused(trx)
      .where("created_at", "<=", addMilliseconds(clock.now(), -unusedTime))
      .limit(stepSize)
      .execute();
    await deleteUnusedFiles(
      trx,
      rows.map(({ id }) => id),
    );
    return rows.length;
  });
}

const types: Readonly<Record<FontFormat, string>> = {
  woff2: "font/woff2",
  woff: "font/woff",
  ttf: "font/ttf",
  otf: "font/otf",
};

/** Sends the file of a font by its name, which has its secret id. Pages of all origins may use it. */
export async function sendFontFile(
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
  name: string,
): Promise<FastifyReply> {
  const file = await findFontFile(context.database.read, name);
  if (file === undefined) throw notFound("File");
  return sendFile(request, reply, context, {
    repositoryId: file.repository_id,
    hash: file.blob,
    size: file.size,
    headers: {
      "content-type": types[file.format],
      "cache-control": "public, max-age=31536000, immutable",
      "access-control-allow-origin": "*",
    },
  });
}

/** Finds a file by its name: its id and format. */
export async function findFontFile(db: Reader, name: string) {
  const [id = "", extension] = name.split(".");
  const file = await findById(db, id);
  return file?.format === extension ? file : undefined;
}

function findById(db: Reader, id: string) {
  return db
    .selectFrom("font_files")
    .where("id", "=", id)
    .select(["repository_id", "blob", "size", "format"])
    .executeTakeFirst();
}
