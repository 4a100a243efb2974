import { type Static, Type } from "@sinclair/typebox";
import { findSitesShowing, newPreviewKey, previewUrl } from "../../publishing/index.ts";
import type { Reader, Writer } from "../../storage/database/index.ts";
import {
  type ChangeRequestRow,
  changeRequestPath,
  lockChangeRequest,
  type OnChangeRequest,
  onActiveChangeRequest,
  onChangeRequest,
  requireEditable,
} from "../change-requests/index.ts";
import { type Call, HttpUrl, nothingToDo, type OperationGroup, operation, Timestamp } from "../http/index.ts";
import { presentJoinedUser, User, userColumns } from "../users/index.ts";

type PreviewLink = Static<typeof PreviewLink>;
const PreviewLink = Type.Object(
  {
    object: Type.Literal("change-request-preview-link"),
    active: Type.Boolean({ description: "Whether there is a link." }),
    createdBy: Type.Optional(User),
    createdAt: Type.Optional(Timestamp),
    sites: Type.Array(
      Type.Object({
        id: Type.String(),
        title: Type.String(),
        urls: Type.Object({ preview: Type.Optional(HttpUrl) }),
      }),
      {
        description: "The published sites that show the space. Without any, the space has the default look.",
      },
    ),
    urls: Type.Object({
      preview: Type.Optional(
        Type.String({
          ...HttpUrl,
          description: "The link. It has a secret key and opens the first of the sites without an account.",
        }),
      ),
      location: HttpUrl,
    }),
  },
  { title: "ChangeRequestPreviewLink" },
);

const path = "/spaces/:spaceId/change-requests/:changeRequestId/preview-link";

export const previewLinks: OperationGroup = {
  title: "Preview links of change requests",
  operations: [
    operation("getPreviewLinkByChangeRequestId", `GET ${path}`, {
      summary: "Read the link that opens a preview of a change request, if there is one",
      access: onChangeRequest("read"),
      reply: { 200: PreviewLink },
      handle: readLink,
    }),

    operation("createPreviewLinkForChangeRequest", `POST ${path}`, {
      summary: "Create the link that opens a preview of a change request; a previous one stops working",
      access: onActiveChangeRequest("edit"),
      reply: { 201: PreviewLink },
      handle: async (call) => {
        const { context, caller, changeRequest } = call;
        const link = { ...newPreviewKey(), created_by: caller.userId, created_at: context.clock.now() };
        await context.database.write(async (trx) => {
          requireEditable((await lockChangeRequest(trx, changeRequest)).status);
          await trx
            .insertInto("preview_links")
            .values({ change_request_id: changeRequest.id, ...link })
            .onConflict((conflict) => conflict.column("change_request_id").doUpdateSet(link))
            .execute();
        });
        return readLink(call);
      },
    }),

    operation("deletePreviewLinkOfChangeRequest", `DELETE ${path}`, {
      summary: "Delete the link that opens a preview of a change request; it stops working",
      access: onActiveChangeRequest("edit"),
      reply: { 205: null },
      noopStatus: 204,
      handle: async ({ context, changeRequest }) => {
        const isDeleted = await context.database.write((trx) => deleteLink(trx, changeRequest));
        return isDeleted ? undefined : nothingToDo;
      },
    }),
  ],
};

async function readLink({ context, changeRequest }: Call & OnChangeRequest): Promise<PreviewLink> {
  const { config, database, urls } = context;
  const row = await findLink(database.read, changeRequest);
  const { organization_id, space_id } = changeRequest;
  const sites = await findSitesShowing(database.read, organization_id, space_id);
  return {
    object: "change-request-preview-link",
    active: row !== undefined,
    createdBy: row && presentJoinedUser(row, "creator", urls),
    createdAt: row?.created_at,
    sites: sites.map(({ id, title }) => ({
      id,
      title,
      urls: { preview: row && previewUrl(config, row.key, id) },
    })),
    urls: {
      preview: row && previewUrl(config, row.key),
      location: urls.api(`${changeRequestPath(changeRequest)}/preview-link`),
    },
  };
}

/** The link of a change request that is neither merged nor archived. */
function findLink(db: Reader, { id, organization_id }: ChangeRequestRow) {
  return db
    .selectFrom("preview_links")
    .innerJoin("change_requests", "change_requests.id", "preview_links.change_request_id")
    .innerJoin("users as creator", "creator.id", "preview_links.created_by")
    .where("change_requests.organization_id", "=", organization_id)
    .where("change_requests.id", "=", id)
    .where("change_requests.status", "in", ["draft", "open"])
    .select(["preview_links.key", "preview_links.created_at"])
    .select(userColumns("creator"))
    .executeTakeFirst();
}

async function deleteLink(trx: Writer, { id }: ChangeRequestRow): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("preview_links")
    .where("change_request_id", "=", id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
