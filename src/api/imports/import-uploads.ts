import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { type Static, Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { withTemporaryFolder } from "../../platform/child-process/index.ts";
import {
  addMilliseconds,
  badInput,
  ConcurrencyLimiter,
  forbidden,
  LecternError,
  newSecretId,
  notFound,
} from "../../platform/index.ts";
import { importSources } from "../../storage/database/index.ts";
import { receiveFile } from "../files/index.ts";
import { type Call, type Context, HttpUrl, StringEnum, Timestamp } from "../http/index.ts";
import { onActiveSpace } from "../spaces/index.ts";
import { importContent } from "./import-content.ts";

/** The largest file that is imported, in bytes. Larger ones are imported from a URL, or by the command line. */
const maxSize = 200 * 1024 * 1024;

/** How long an upload URL is valid, in milliseconds. */
const lifetime = 30 * 60_000;

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

/** What the signature of an upload URL covers. */
const ticketFields = ["id", "space", "user", "source", "name", "size", "expires"] as const;
type Ticket = Readonly<Record<(typeof ticketFields)[number], string>>;

function partsOf(ticket: Ticket): string[] {
  return ["import upload", ...ticketFields.map((field) => ticket[field])];
}

/** Creates the URL at which the caller can upload a file, to be imported into a space. */
export function createImportUpload({ context, caller }: Call, spaceId: string, upload: ImportUpload) {
  const { config, fileLinks, clock } = context;
  const expiresAt = addMilliseconds(clock.now(), lifetime);
  const ticket: Ticket = {
    id: newSecretId(),
    space: spaceId,
    user: caller.userId,
    source: upload.source,
    name: upload.name,
    size: String(upload.size),
    expires: expiresAt,
  };
  const query = new URLSearchParams({ ...ticket, signature: fileLinks.sign(...partsOf(ticket)) });
  return { object: "import-upload" as const, url: `${config.baseUrl}/files/imports?${query}`, expiresAt };
}

/** The uploads that this process receives or imports. */
const uploads = new ConcurrencyLimiter({
  names: ["uploaded import", "uploaded imports"],
  owner: "user",
  concurrent: 8,
  perOwner: 2,
  retryAfter: 60,
});

interface UploadRequest {
  Querystring: Record<string, unknown>;
  Body: Readable | undefined;
}

/** Takes files at signed URLs and imports them. Nothing is kept of them: the reply is that of the import. */
export function serveImportUploads(app: FastifyInstance, context: Context): void {
  app.register(async (uploading) => {
    uploading.removeAllContentTypeParsers();
    uploading.addContentTypeParser("*", async (_: FastifyRequest, body: Readable) => body);
    uploading.put<UploadRequest>("/files/imports", { bodyLimit: maxSize }, async (request, reply) => {
      const ticket = readTicket(request, context);
      // Access is checked before the file is read; the import checks it again.
      const target = await openSpace(context, ticket);
      const result = await uploads.run(ticket.user, () =>
        withTemporaryFolder(async (folder) => {
          const path = await pathOf(folder, ticket.name);
          await receiveFile(request.body, Number(ticket.size), path);
          const call = { ...target.call, ifMatch: undefined };
          const source = { source: ticket.source as FileSource, from: { path } };
          return importContent(call, { space: target.space }, source, {
            requireAccess: () => openSpace(context, ticket),
          }).catch(nameFile);
        }),
      );
      return reply.code(201).send(result);
    });
  });
}

function readTicket({ query }: FastifyRequest<UploadRequest>, { fileLinks, clock }: Context): Ticket {
  const text = (name: string) => (typeof query[name] === "string" ? query[name] : "");
  const ticket = Object.fromEntries(ticketFields.map((field) => [field, text(field)])) as Ticket;
  if (!fileLinks.verify(text("signature"), ...partsOf(ticket))) throw notFound("Upload URL");
  if (ticket.expires <= clock.now()) throw forbidden("The upload URL has expired");
  return ticket;
}

/** The space of a ticket, if its user may still import into it. */
async function openSpace(context: Context, { space: spaceId, user }: Ticket) {
  const caller = { tokenId: "", kind: "session" as const, userId: user, email: "" };
  const call: Call<{ spaceId: string }> = {
    ...{ context, caller, operationId: "importContent", params: { spaceId } },
    ...{ query: {}, body: undefined, ifMatch: undefined, onDisconnect: () => {} },
  };
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
