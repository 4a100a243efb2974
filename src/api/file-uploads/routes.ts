import { type Static, Type } from "@sinclair/typebox";
import { checkFileName, limits } from "../../content/index.ts";
import { LecternError } from "../../platform/index.ts";
import { maxFileSize, readContentType } from "../../storage/files/index.ts";
import { onActiveChangeRequest, readChangeRequestHead } from "../change-requests/index.ts";
import { primaryContentTarget } from "../content/index.ts";
import { type Call, HttpUrl, type OperationGroup, operation, Timestamp } from "../http/index.ts";
import { onActiveSpace } from "../spaces/index.ts";
import { createUploadUrl } from "./receive-uploads.ts";

const FileUpload = Type.Object({
  name: Type.String({ minLength: 1, maxLength: limits.fileName }),
  size: Type.Integer({ minimum: 0, description: `In bytes, up to ${maxFileSize}.` }),
  contentType: Type.Optional(Type.String({ maxLength: limits.contentType })),
});

const FileUploadUrl = Type.Object(
  {
    object: Type.Literal("file-upload"),
    url: { ...HttpUrl, description: "Takes the bytes by PUT, and replies with the new file." },
    expiresAt: Timestamp,
  },
  { title: "FileUpload" },
);

const megabyte = 1024 * 1024;

export const fileUploads: OperationGroup = {
  title: "File uploads",
  operations: [
    operation("createFileUpload", "POST /spaces/:spaceId/content/files/upload", {
      summary: "Create a URL to which a file can be uploaded by PUT, which adds it to the primary content",
      access: onActiveSpace("edit"),
      body: FileUpload,
      reply: { 201: FileUploadUrl },
      location: ({ url }) => url,
      handle: async (call) => {
        // Refuses a locked space.
        await primaryContentTarget(call.context, call.space).read();
        return createUpload(call, call.body, call.space.id, "");
      },
    }),

    operation(
      "createChangeRequestFileUpload",
      "POST /spaces/:spaceId/change-requests/:changeRequestId/content/files/upload",
      {
        summary: "Create a URL to which a file can be uploaded by PUT, which adds it to a change request",
        access: onActiveChangeRequest("edit"),
        body: FileUpload,
        reply: { 201: FileUploadUrl },
        location: ({ url }) => url,
        handle: async (call) => {
          // Refuses a merged change request.
          await readChangeRequestHead(call.context, call.changeRequest);
          return createUpload(call, call.body, call.space.id, call.changeRequest.id);
        },
      },
    ),
  ],
};

function createUpload(call: Call, file: Static<typeof FileUpload>, space: string, request: string) {
  checkFileName(file.name, "name");
  const type = readContentType(file.contentType, "contentType") ?? "application/octet-stream";
  if (file.size > maxFileSize)
    throw new LecternError(
      413,
      `size: the file has ${Math.ceil(file.size / megabyte)} MB, but a file can have at most ${maxFileSize / megabyte} MB`,
    );
  return createUploadUrl(call, { space, request, name: file.name, type, size: String(file.size) });
}
