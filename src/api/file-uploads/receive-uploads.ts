import { join } from "node:path";
import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
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
import { receiveFile } from "../files/index.ts";
import type { Context } from "../http/index.ts";
import { onActiveSpace } from "../spaces/index.ts";
import { readTicket, type UploadTicket } from "./upload-tickets.ts";

/** The uploads that this process receives. Others wait, and their bytes are not read. */
const uploads = new ConcurrencyLimiter({
  names: ["upload", "uploads"],
  owner: "user",
  concurrent: 32,
  perOwner: 6,
  queue: { length: 200, perOwner: 100, timeout: 10 * 60_000 },
  retryAfter: 10,
});

interface UploadRequest {
  Querystring: Record<string, unknown>;
  Body: Readable | undefined;
}

/** Takes files at signed URLs, and adds them to content. Nothing is kept of an upload that ends early. */
export function serveFileUploads(app: FastifyInstance, context: Context): void {
  app.register(async (uploading) => {
    uploading.removeAllContentTypeParsers();
    uploading.addContentTypeParser("*", async (_: FastifyRequest, body: Readable) => body);
    uploading.put<UploadRequest>("/files/uploads", { bodyLimit: maxFileSize }, async (request, reply) => {
      const ticket = readTicket(request, context);
      // Access is checked before the file is read, and again when it is added.
      await openTarget(context, ticket);
      const file = await uploads.run(ticket.user, () =>
        withTemporaryFolder((folder) => addFile(context, ticket, request.body, join(folder, "upload"))),
      );
      return reply.code(201).send(file);
    });
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
  const caller = { tokenId: "", kind: "session" as const, userId: user, email: "" };
  const call = {
    ...{ context, caller, operationId: "createFileUpload", params: { spaceId, changeRequestId } },
    ...{ query: {}, body: undefined, ifMatch: undefined, onDisconnect: () => {} },
  };
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
