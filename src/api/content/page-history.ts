import { Type } from "@sinclair/typebox";
import { openContent, type PageRecord } from "../../content/index.ts";
import { findPage } from "../../content/pages/index.ts";
import { EventLoopYielder, notFound } from "../../platform/index.ts";
import {
  inBatches,
  type PageChangeKind,
  pageChangeKinds,
  type Reader,
  revisionTypes,
} from "../../storage/database/index.ts";
import { openNodes, type RevisionInLine, readLine } from "../../storage/repositories/index.ts";
import { ChangeRequest, findByMergedRevisions, presentChangeRequest } from "../change-requests/index.ts";
import {
  type Call,
  cursorScope,
  decodeCursor,
  encodeCursor,
  HttpUrl,
  StringEnum,
  Timestamp,
} from "../http/index.ts";
import type { SpaceRow } from "../spaces/index.ts";
import { presentUser, User } from "../users/index.ts";

const PageRevision = Type.Object(
  {
    object: Type.Literal("page-revision"),
    revision: Type.String(),
    type: StringEnum(revisionTypes),
    change: StringEnum(pageChangeKinds, {
      description:
        "`edited`: the document; `moved`: its place in the tree; `attributes`: its title, for example.",
    }),
    createdAt: Timestamp,
    createdBy: Type.Optional(User),
    mergedFrom: Type.Optional(ChangeRequest),
    urls: Type.Object({ app: HttpUrl }),
  },
  { title: "PageRevision" },
);

/** The number of revisions that one request compares. */
const maxCompared = 200;
/** The number of contents that are read at once. */
const batchSize = 20;

export const PageHistoryQuery = Type.Object({
  page: Type.Optional(Type.String({ description: "The page to return: `next.page` of the previous reply." })),
});

export const PageHistory = Type.Object({
  next: Type.Optional(
    Type.Object(
      { page: Type.String() },
      { description: `There are earlier revisions. A reply compares ${maxCompared} of them.` },
    ),
  ),
  items: Type.Array(PageRevision),
});

type HistoryCall = Call<{ pageId: string }, { page?: string }> & { readonly space: SpaceRow };

/** Lists the revisions of the primary content that changed a page, the newest first. */
export async function listPageRevisions(call: HistoryCall) {
  const { context, space, params, query } = call;
  const scope = cursorScope(call, "desc", ["revision"]);
  const secret = context.secrets.cursors;
  const [start = space.revision_id] = query.page === undefined ? [] : decodeCursor(secret, scope, query.page);
  const ref = { organizationId: space.organization_id, spaceId: space.id };
  const line = await readLine(context.database.read, ref, start, maxCompared + 1);
  const records = await readRecordIn(call, line);
  const isUnknown = query.page === undefined && records.every((record) => record === undefined);
  if (isUnknown) throw notFound("Page");
  const changed = line.slice(0, maxCompared).flatMap((revision, i) => {
    const change = changeOf(records[i + 1], records[i]);
    return change === undefined ? [] : [{ revision, change }];
  });
  const last = line[maxCompared];
  return {
    ...(last && { next: { page: encodeCursor(secret, scope, [last.id]) } }),
    items: await present(call, changed, params.pageId),
  };
}

/** The records of the page in the revisions. Revisions with the same pages share it. */
async function readRecordIn(
  { context, space, params }: HistoryCall,
  line: readonly RevisionInLine[],
): Promise<(PageRecord | undefined)[]> {
  const nodes = openNodes(context, space.repository_id);
  const contents = new Map(
    line.map(({ root }) => {
      const content = openContent(nodes, root);
      return [content.roots.pages, content];
    }),
  );
  const records = new Map<string, PageRecord | undefined>();
  const entries = [...contents];
  const yielder = new EventLoopYielder();
  for (let start = 0; start < entries.length; start += batchSize) {
    await Promise.all(
      entries.slice(start, start + batchSize).map(async ([pages, content]) => {
        records.set(pages, await findPage(content, params.pageId));
      }),
    );
    await yielder.yieldIfDue();
  }
  return line.map(({ root }) => records.get(openContent(nodes, root).roots.pages));
}

function changeOf(before: PageRecord | undefined, after: PageRecord | undefined): PageChangeKind | undefined {
  if (before === undefined || after === undefined) {
    if (before === after) return undefined;
    return before === undefined ? "created" : "deleted";
  }
  if (before.document !== after.document) return "edited";
  if (before.parent !== after.parent || before.order !== after.order) return "moved";
  return JSON.stringify(before) === JSON.stringify(after) ? undefined : "attributes";
}

interface ChangedPage {
  readonly revision: RevisionInLine;
  readonly change: PageChangeKind;
}

async function present({ context, space }: HistoryCall, changed: readonly ChangedPage[], pageId: string) {
  const { database, urls } = context;
  const users = await findUsers(database.read, [
    ...new Set(changed.map(({ revision }) => revision.created_by)),
  ]);
  const merges = changed.filter(({ revision }) => revision.type === "merge");
  const merged = await findByMergedRevisions(
    database.read,
    space,
    merges.map(({ revision }) => revision.id),
  );
  return changed.map(({ revision, change }) => {
    const { id, type, created_at, created_by } = revision;
    const [user, request] = [users.get(created_by), merged.get(id)];
    return {
      object: "page-revision" as const,
      revision: id,
      type,
      change,
      createdAt: created_at,
      ...(user && { createdBy: presentUser(user, urls) }),
      ...(request && { mergedFrom: presentChangeRequest(request, urls) }),
      urls: { app: urls.app(`/spaces/${space.id}/revisions/${id}/pages/${pageId}`) },
    };
  });
}

async function findUsers(db: Reader, ids: readonly string[]) {
  const users = await inBatches(ids, (batch) =>
    db.selectFrom("users").where("id", "in", batch).selectAll().execute(),
  );
  return new Map(users.map((user) => [user.id, user]));
}
