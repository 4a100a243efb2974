import { join } from "node:path";
import type { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { withTemporaryFolder } from "../../platform/child-process/index.ts";
import { ConcurrencyLimiter } from "../../platform/index.ts";
import { maxFileSize, type Upload, uploadFromDisk } from "../../storage/files/index.ts";
import type { Head } from "../../storage/repositories/index.ts";
import { onActiveChangeRequest } from "../change-requests/index.ts";
import {
  type ChangeCall,
  type ContentTarget,
  changeRequestContentTarget,
  commitChanges,
  primaryContentTarget,
  storeBlobs,
} from "../content/index.ts";
import { callOfTicket, receiveFile, takeUploads, uploadTickets } from "../files/index.ts";
import type { Call, Context } from "../http/index.ts";
import { onActiveSpace } from "../spaces/index.ts";

/** The uploads that this process receives. Others wait, and their bytes are not read. */
const uploads = new ConcurrencyLimiter({
  names: ["upload", "uploads"],
  owner: "user",
  concurrent: 32,
  perOwner: 6,
  queue: { length: 200, perOwner: 100, timeout: 10 * 60_000 },
  retryAfter: 10,
});

/** Without a change request, the file is added to the primary content. */
const ticketFields = ["space", "request", "user", "name", "type", "size"] as const;
const tickets = uploadTickets("file upload", ticketFields);
type UploadTicket = ReturnType<typeof tickets.read>;

/** Creates the URL at which the caller can upload one file. */
export function createUploadUrl(
  { context, caller }: Call,
  upload: Omit<UploadTicket, "id" | "user" | "expires">,
) {
  const { query, expiresAt } = tickets.create(context, { ...upload, user: caller.userId });
  const url = `${context.config.baseUrl}/files/uploads?${query}`;
  return { object: "file-upload" as const, url, expiresAt };
}

/** Takes files at signed URLs, and adds them to content. Nothing is kept of an upload that ends early. */
export function serveFileUploads(app: FastifyInstance, context: Context): void {
  takeUploads(app, "/files/uploads", maxFileSize, async ({ query, body }) => {
    const ticket = tickets.read(context, query);
    // Access is checked before the file is read, and again when it is added.
    await openTarget(context, ticket);
    return uploads.run(ticket.user, () =>
      withTemporaryFolder((folder) => addFile(context, ticket, body, join(folder, "upload"))),
    );
  });
}

async function addFile(context: Context, ticket: UploadTicket, body: Readable | undefined, path: string) {
  await receiveFile(body, Number(ticket.size), path);
  const add = await openTarget(context, ticket);
  return add(await uploadFromDisk(path, { name: ticket.name, contentType: ticket.type }));
}

/** Opens the content of a ticket, if its user may still change it. The result adds a file. */
async function openTarget(
  context: Context,
  { space: spaceId, request: changeRequestId, user }: UploadTicket,
) {
  const call = callOfTicket(context, "createFileUpload", { spaceId, changeRequestId }, user);
  if (changeRequestId === "") {
    const { space } = await onActiveSpace("edit").resolve(call);
    return fileAdder(call, primaryContentTarget(context, space));
  }
  const { changeRequest } = await onActiveChangeRequest("edit").resolve(call);
  return fileAdder(call, changeRequestContentTarget(context, changeRequest, user, ""));
}

async function fileAdder<H extends Head>(call: ChangeCall, target: ContentTarget<H>) {
  // Refuses locked spaces and merged change requests.
  const head = await target.read();
  return async (upload: Upload) => {
    // The bytes are stored before the mutex of the head is taken.
    await storeBlobs(call.context, head, [upload]);
    const change = { operation: "insert_files" as const, files: [upload.record] };
    const { outcome } = await commitChanges(call, target, { changes: [change], uploads: [upload] });
    return outcome.insertedFiles[0];
  };
}
