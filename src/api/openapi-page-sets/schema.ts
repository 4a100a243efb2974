import { type Static, Type } from "@sinclair/typebox";
import { includesRole, type Role } from "../../identity/roles/index.ts";
import { pageGroupings, pageSetDeliveries, pageSetStates } from "../../storage/database/index.ts";
import { type Context, HttpUrl, nullable, StringEnum, Timestamp } from "../http/index.ts";
import { presentJoinedUser, User } from "../users/index.ts";
import type { PageSetRow } from "./store.ts";

const Grouping = StringEnum(pageGroupings, {
  description:
    "`by-tag`: a page for each tag, with its operations. `by-operation`: also one for each operation.",
});
const Delivery = StringEnum(pageSetDeliveries, {
  description:
    "How the pages are changed when the spec changes: `direct` changes the primary content, `change-request` opens a change request. A locked space always gets a change request.",
});
const Models = Type.Boolean({ description: "Whether there is a page of all schemas." });

export type OpenAPIPageSet = Static<typeof OpenAPIPageSet>;
export const OpenAPIPageSet = Type.Object(
  {
    object: Type.Literal("openapi-page-set"),
    id: Type.String(),
    spec: Type.String({ description: "The slug of the spec." }),
    space: Type.Object({ id: Type.String(), title: Type.String() }),
    page: nullable(
      Type.String({ description: "The id of the page that contains them; null at the top level." }),
    ),
    grouping: Grouping,
    models: Models,
    delivery: Delivery,
    state: StringEnum(pageSetStates, {
      description:
        "`complete` when the pages are in step with the spec. `removing` until its pages are deleted.",
    }),
    error: Type.Optional(Type.String({ description: "Why the pages could not be brought in step." })),
    version: Type.Optional(Type.String({ description: "The version of the spec in the primary content." })),
    revision: Type.Optional(
      Type.String({ description: "The last revision of the space with changes of these pages." }),
    ),
    changeRequest: Type.Optional(
      Type.Object(
        { id: Type.String(), number: Type.Integer(), version: Type.Optional(Type.String()) },
        { description: "The change request with changes of these pages that are not merged yet." },
      ),
    ),
    pages: Type.Integer({ description: "The number of generated pages." }),
    deletedPages: Type.Integer({ description: "The number of generated pages that writers have deleted." }),
    user: { ...User, description: "With the rights of this user the pages are changed." },
    syncedAt: Type.Optional(Timestamp),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    permissions: Type.Object({ view: Type.Boolean(), edit: Type.Boolean() }),
    urls: Type.Object({ location: HttpUrl }),
  },
  { title: "OpenAPIPageSet" },
);

export type PageSetCreate = Static<typeof PageSetCreate>;
export const PageSetCreate = Type.Object({
  space: Type.String({ description: "The id of the space." }),
  changeRequest: Type.Optional(
    Type.String({
      description: "The id of a change request of the space, into which the pages are inserted.",
    }),
  ),
  page: Type.Optional(
    nullable(
      Type.String({ description: "The id of the page that contains them. The default is the top level." }),
    ),
  ),
  grouping: Type.Optional(Grouping),
  models: Type.Optional(Models),
  delivery: Type.Optional(Delivery),
});

export type PageSetUpdate = Static<typeof PageSetUpdate>;
export const PageSetUpdate = Type.Object({
  grouping: Type.Optional(Grouping),
  models: Type.Optional(Models),
  delivery: Type.Optional(Delivery),
});

export const PageSetSync = Type.Object({
  restoreDeleted: Type.Optional(
    Type.Boolean({ description: "Whether pages that writers have deleted are created again." }),
  ),
});

/** A page set as a member with this role on its space sees it. */
export function presentPageSet(
  row: PageSetRow,
  slug: string,
  role: Role | null,
  { urls }: Pick<Context, "urls">,
): OpenAPIPageSet {
  const { change_request_id, change_request_number, change_request_status: status } = row;
  const isOpen = status === "draft" || status === "open";
  const proposed = status === "merged" ? row.proposed_version_id : null;
  const version = proposed ?? row.version_id;
  return {
    object: "openapi-page-set",
    id: row.id,
    spec: slug,
    space: { id: row.space_id, title: row.space_title },
    page: row.parent_id,
    grouping: row.page_grouping,
    models: row.has_models === 1,
    delivery: row.delivery,
    state: row.state,
    ...(row.error !== null && { error: row.error }),
    ...(version !== null && { version }),
    ...(row.revision_id !== null && { revision: row.revision_id }),
    ...(change_request_id !== null &&
      change_request_number !== null &&
      isOpen && {
        changeRequest: {
          id: change_request_id,
          number: change_request_number,
          ...(row.proposed_version_id !== null && { version: row.proposed_version_id }),
        },
      }),
    pages: row.page_count,
    deletedPages: row.deleted_count,
    user: presentJoinedUser(row, "author", urls),
    ...(row.synced_at !== null && { syncedAt: row.synced_at }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    permissions: { view: includesRole(role, "read"), edit: includesRole(role, "edit") },
    urls: { location: urls.api(`/orgs/${row.organization_id}/openapi/${slug}/page-sets/${row.id}`) },
  };
}
