import { type Static, Type } from "@sinclair/typebox";
import { isVisibleTo, type Membership } from "../../identity/roles/index.ts";
import { revisionTypes } from "../../storage/database/index.ts";
import { HttpUrl, type ListCall, readList, StringEnum, Timestamp } from "../http/index.ts";
import { onUserId, presentOptionalUser, User, userColumns } from "../users/index.ts";

export type RecentChange = Static<typeof RecentChange>;
export const RecentChange = Type.Object(
  {
    object: Type.Literal("recent-change"),
    space: Type.Object({
      id: Type.String(),
      title: Type.String(),
      emoji: Type.String(),
      urls: Type.Object({ location: HttpUrl, app: HttpUrl }),
    }),
    revision: Type.String({ description: "The id of the current revision." }),
    type: Type.Optional(StringEnum(revisionTypes)),
    changedAt: Timestamp,
    changedBy: Type.Optional(User),
    changeRequest: Type.Optional(
      Type.Object(
        { id: Type.String(), number: Type.Integer(), subject: Type.String() },
        { description: "The change request whose merge created the revision." },
      ),
    ),
  },
  { title: "RecentChange" },
);

/** The last change of each space that the member may see, newest first. */
export function listRecentChanges(call: ListCall, member: Membership) {
  const { database, urls } = call.context;
  const matching = database.read
    .selectFrom("spaces")
    .innerJoin("contents", "contents.id", "spaces.id")
    .where("spaces.organization_id", "=", member.organizationId)
    .where("contents.deleted_at", "is", null)
    .where(isVisibleTo(member));
  return readList(call, {
    matching,
    select: (query) =>
      query
        .leftJoin("revisions", (join) =>
          join.onRef("revisions.space_id", "=", "spaces.id").onRef("revisions.id", "=", "spaces.revision_id"),
        )
        .leftJoin("users as author", onUserId("author", "revisions.created_by"))
        .leftJoin("change_requests", (join) =>
          join
            .onRef("change_requests.space_id", "=", "spaces.id")
            .onRef("change_requests.merged_revision_id", "=", "spaces.revision_id"),
        )
        .select(["spaces.id", "contents.title", "spaces.emoji", "spaces.revision_id", "spaces.updated_at"])
        .select(["revisions.type", "change_requests.id as request_id"])
        .select(["change_requests.number", "change_requests.subject"])
        .select(userColumns("author")),
    keys: ["spaces.updated_at", "spaces.id"],
    order: "desc",
    present: (rows) =>
      rows.map((row): RecentChange => {
        const path = `/spaces/${row.id}`;
        const { request_id: id, number, subject } = row;
        return {
          object: "recent-change",
          space: {
            id: row.id,
            title: row.title,
            emoji: row.emoji,
            urls: { location: urls.api(path), app: urls.app(path) },
          },
          revision: row.revision_id,
          type: row.type ?? undefined,
          changedAt: row.updated_at,
          changedBy: presentOptionalUser(row, "author", urls),
          changeRequest:
            id === null || number === null || subject === null ? undefined : { id, number, subject },
        };
      }),
  });
}
