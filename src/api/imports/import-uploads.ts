import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import { withTemporaryFolder } from "../../platform/child-process/index.ts";
import { badInput, ConcurrencyLimiter, LecternError } from "../../platform/index.ts";
import { importSources } from "../../storage/database/index.ts";
import { callOfTicket, receiveFile, takeUploads, uploadTickets } from "../files/index.ts";
import { type Call, type Context, HttpUrl, StringEnum, Timestamp } from "../http/index.ts";
import { onActiveSpace } from "../spaces/index.ts";
import { importContent } from "./import-content.ts";

/** The largest file that is imported, in bytes. Larger ones are imported from a URL, or by the command line. */
const maxSize = 200 * 1024 * 1024;

/** A website has no file. */
const fileSources = importSources.filter((source) => source !== "website");
type FileSource = (typeof fileSources)[number];

export type ImportUpload = Static<typeof ImportUpload>;
export const ImportUpload = Type.Object({
  source: StringEnum(fileSources, { description: "The kind of the file." }),
  name: Type.String({ minLength: 1, maxLength: 255, description: "The name of the file." }),
  size: Type.Integer({ minimum: 1, maximum: maxSize, description: "In bytes." }),
});

export const ImportUploadUrl = Type.Object(
  {
    object: Type.Literal("import-upload"),
    url: {
      ...HttpUrl,
      description: "Takes the file by PUT, imports it, and replies as an import from a URL.",
    },
    expiresAt: Timestamp,
  },
  { title: "ImportUpload" },
);

const tickets = uploadTickets("import upload", ["space", "user", "source", "name", "size"]);
type Ticket = ReturnType<typeof tickets.read>;

/** Creates the URL at which the caller can upload a file, to be imported into a space. */
export function createImportUpload({ context, caller }: Call, spaceId: string, upload: ImportUpload) {
  const { query, expiresAt } = tickets.create(context, {
    ...{ space: spaceId, user: caller.userId },
    ...{ source: upload.source, name: upload.name, size: String(upload.size) },
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

/** Takes files at signed URLs and imports them. Nothing is kept of them: the reply is that of the import. */
export function serveImportUploads(app: FastifyInstance, context: Context): void {
  takeUploads(app, "/files/imports", maxSize, async ({ query, body }) => {
    const ticket = tickets.read(context, query);
    // Access is checked before the file is read; the import checks it again.
    const target = await openSpace(context, ticket);
    return uploads.run(ticket.user, () =>
      withTemporaryFolder(async (folder) => {
        const path = await pathOf(folder, ticket.name);
        await receiveFile(body, Number(ticket.size), path);
        const source = { source: ticket.source as FileSource, from: { path } };
        return importContent(target.call, { space: target.space }, source, {
          requireAccess: () => openSpace(context, ticket),
        }).catch(nameFile);
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

/** A path for the file. Its name is that of the uploaded one as far as it is safe. */
async function pathOf(folder: string, name: string): Promise<string> {
  const safeName =
    name
      .replace(/[\\/:*?"<>|\p{C}]+/gu, "-")
      .replace(/^\.+/, "")
      .slice(-100) || "upload";
  await mkdir(join(folder, "upload"));
  return join(folder, "upload", safeName);
}

/** Errors of an import are about a URL. */
function nameFile(error: unknown): never {
  if (!(error instanceof LecternError) || !error.message.startsWith("url: ")) throw error;
  throw badInput("file", error.message.slice("url: ".length));
}
