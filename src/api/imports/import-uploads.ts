import { createReadStream } from "node:fs";
import { type Static, Type } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import { withTemporaryFolder } from "../../platform/child-process/index.ts";
import { ConcurrencyLimiter, newSecretId } from "../../platform/index.ts";
import { storeRunFile } from "../../storage/files/index.ts";
import { callOfTicket, receiveFile, takeUploads, uploadTickets } from "../files/index.ts";
import { type Call, type Context, HttpUrl, Timestamp } from "../http/index.ts";
import { onActiveSpace } from "../spaces/index.ts";
import { requireRoom } from "./kept-files.ts";
import { importAndWait, nameFile, pathOfUpload, uploadExpiry } from "./run-import.ts";
import { FileSource, type fileSources } from "./run-schema.ts";

/** The largest file that is imported, in bytes. Larger ones are imported from a URL, or by the command line. */
const maxSize = 200 * 1024 * 1024;

export type ImportUpload = Static<typeof ImportUpload>;
export const ImportUpload = Type.Object({
  source: FileSource,
  name: Type.String({ minLength: 1, maxLength: 255, description: "The name of the file." }),
  size: Type.Integer({ minimum: 1, maximum: maxSize, description: "In bytes." }),
  keep: Type.Optional(
    Type.Boolean({
      description:
        "Whether the file is only kept, for a day, so that `startImportRun` imports it. The reply to the upload has its `key`. If the start is refused, the file is removed.",
    }),
  ),
});

export const ImportUploadUrl = Type.Object(
  {
    object: Type.Literal("import-upload"),
    url: {
      ...HttpUrl,
      description: "Takes the file by PUT, imports it, and replies as an import from a URL; or keeps it.",
    },
    expiresAt: Timestamp,
  },
  { title: "ImportUpload" },
);

const tickets = uploadTickets("import upload", ["space", "user", "source", "name", "size", "keep"]);
type Ticket = ReturnType<typeof tickets.read>;

/** Creates the URL at which the caller can upload a file, to be imported into a space. */
export function createImportUpload({ context, caller }: Call, spaceId: string, upload: ImportUpload) {
  const { query, expiresAt } = tickets.create(context, {
    ...{ space: spaceId, user: caller.userId },
    ...{ source: upload.source, name: upload.name, size: String(upload.size) },
    keep: String(upload.keep === true),
  });
  const url = `${context.config.baseUrl}/files/imports?${query}`;
  return { object: "import-upload" as const, url, expiresAt };
}

/** The uploads that this process receives or imports. */
const uploads = new ConcurrencyLimiter({
  names: ["uploaded import", "uploaded imports"],
  owner: "user",
  concurrent: 8,
  perOwner: 2,
  retryAfter: 60,
});

/** Takes files at signed URLs, and imports them or keeps them for a run. */
export function serveImportUploads(app: FastifyInstance, context: Context): void {
  takeUploads(app, "/files/imports", maxSize, async ({ query, body }) => {
    const ticket = tickets.read(context, query);
    // Access is checked before the file is read; the import checks it again.
    const target = await openSpace(context, ticket);
    return uploads.run(ticket.user, () =>
      withTemporaryFolder(async (folder) => {
        const path = await pathOfUpload(folder, ticket.name);
        const owner = { organizationId: target.space.organization_id, userId: ticket.user };
        if (ticket.keep === "true") await requireRoom(context, owner);
        await receiveFile(body, Number(ticket.size), path);
        if (ticket.keep === "true") return keepFile(context, ticket, path);
        const source = { source: ticket.source as (typeof fileSources)[number], from: { path } };
        const requireAccess = () => openSpace(context, ticket);
        return importAndWait(target.call, { space: target.space }, source, requireAccess).catch(nameFile);
      }),
    );
  });
}

/** The space of a ticket, if its user may still import into it. */
async function openSpace(context: Context, { space: spaceId, user }: Ticket) {
  const call = callOfTicket(context, "importContent", { spaceId }, user);
  const { space } = await onActiveSpace("edit").resolve(call);
  return { call, space };
}

/** Keeps a file until a run is started with it. Access is checked again, since the upload took some time. */
async function keepFile(context: Context, ticket: Ticket, path: string) {
  const { space } = await openSpace(context, ticket);
  const file = {
    ...{ id: newSecretId(), organizationId: space.organization_id, userId: ticket.user, name: ticket.name },
    ...{ now: context.clock.now(), expiresAt: uploadExpiry(context) },
  };
  const size = await storeRunFile(context, file, createReadStream(path));
  return { object: "import-file" as const, key: file.id, name: file.name, size };
}
