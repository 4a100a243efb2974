import { openContent } from "../../content/index.ts";
import { findPage } from "../../content/pages/index.ts";
import {
  badInput,
  concurrentlyChanged,
  conflict,
  newId,
  notFound,
  requireFound,
} from "../../platform/index.ts";
import { type OpenAPIPageSetTable, toFlag, type Writer } from "../../storage/database/index.ts";
import { isActive, openNodes } from "../../storage/repositories/index.ts";
import { type ChangeRequestRow, findChangeRequest, requireEditable } from "../change-requests/index.ts";
import type { Context } from "../http/index.ts";
import { requireLibraryItemRole } from "../library-items/index.ts";
import { type SpecRow, schedulePageSet } from "../openapi-specs/index.ts";
import { findSpaceForUser, isSpaceAvailable, type SpaceRow } from "../spaces/index.ts";
import { packPages, unpackPages } from "./known-pages.ts";
import type { PageSetCreate } from "./schema.ts";
import { fromPageSets, type PageSetRow } from "./store.ts";

const maxSetsOfSpec = 20;

/** Creates a page set and schedules the job that inserts its pages. Returns its id. */
export async function createPageSet(
  context: Context,
  spec: SpecRow,
  userId: string,
  body: PageSetCreate,
): Promise<string> {
  const space = await findTargetSpace(context, spec, userId, body.space);
  const request = await findTargetRequest(context, space, body.changeRequest);
  await requirePage(context, space, request, body.page ?? null);
  const now = context.clock.now();
  const row: OpenAPIPageSetTable = {
    id: newId(),
    organization_id: spec.organization_id,
    spec_id: spec.id,
    space_id: space.id,
    parent_id: body.page ?? null,
    page_grouping: body.grouping ?? "by-tag",
    has_models: toFlag(body.models ?? false),
    delivery: body.delivery ?? "change-request",
    user_id: userId,
    state: "pending",
    error: null,
    sync_number: 0,
    synced_at: null,
    revision_id: null,
    version_id: null,
    page_count: 0,
    deleted_count: 0,
    pages: null,
    change_request_id: request?.id ?? null,
    proposed_version_id: null,
    proposed_pages: null,
    created_by: userId,
    created_at: now,
    updated_at: now,
  };
  await context.database.write(async (trx) => {
    const active = await trx
      .selectFrom("openapi_specs")
      .where("id", "=", spec.id)
      .where(isActive(space.id))
      .select("id")
      .executeTakeFirst();
    if (active === undefined) throw concurrentlyChanged();
    const sets = await fromPageSets(trx, spec).select("openapi_page_sets.id").limit(maxSetsOfSpec).execute();
    if (sets.length >= maxSetsOfSpec)
      throw conflict(`The pages of a spec can be in at most ${maxSetsOfSpec} places`);
    await trx.insertInto("openapi_page_sets").values(row).execute();
    await schedulePageSet(trx, row, now);
  });
  return row.id;
}

async function findTargetSpace(
  context: Context,
  { organization_id }: SpecRow,
  userId: string,
  id: string,
): Promise<SpaceRow> {
  const found = await findSpaceForUser(context.database.read, id, userId);
  const isVisible =
    found?.row.organization_id === organization_id && isSpaceAvailable(context, found.row, found.role);
  if (found === undefined || !isVisible) throw notFound("space: Space");
  requireLibraryItemRole(found.role, "edit", "space");
  if (found.row.deleted_at !== null) throw conflict("space: the space is deleted; restore it first");
  return found.row;
}

async function findTargetRequest(
  { database }: Context,
  space: SpaceRow,
  id: string | undefined,
): Promise<ChangeRequestRow | undefined> {
  if (id === undefined) return undefined;
  const request = requireFound(
    await findChangeRequest(database.read, space, id),
    "changeRequest: Change request",
  );
  requireEditable(request.status);
  return request;
}

async function requirePage(
  context: Context,
  space: SpaceRow,
  request: ChangeRequestRow | undefined,
  id: string | null,
): Promise<void> {
  if (id === null) return;
  const content = openContent(openNodes(context, space.repository_id), request?.root ?? space.root);
  const page = requireFound(await findPage(content, id), "page: Page");
  if (page.type === "link") throw badInput("page", "is a link, which contains no pages");
}

type Wish = Partial<
  Pick<
    OpenAPIPageSetTable,
    "page_grouping" | "has_models" | "delivery" | "state" | "pages" | "proposed_pages"
  >
>;

/** Changes a page set and schedules its job, with the rights of this user from now on. */
export async function requestSync(
  context: Context,
  set: PageSetRow,
  userId: string,
  wish: Wish,
): Promise<void> {
  const now = context.clock.now();
  await context.database.write(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("openapi_page_sets")
      .where("id", "=", set.id)
      .set((eb) => ({
        state: "pending",
        error: null,
        user_id: userId,
        sync_number: eb("sync_number", "+", 1),
        updated_at: now,
        ...wish,
      }))
      .executeTakeFirst();
    requireFound(numUpdatedRows === 0n ? undefined : set, "OpenAPI page set");
    await schedulePageSet(trx, set, now);
  });
}

/** Forgets the pages that writers have deleted, so that they are new to the next job. */
export async function forgetDeletedPages(context: Context, set: PageSetRow): Promise<Wish> {
  const stored = await context.database.read
    .selectFrom("openapi_page_sets")
    .where("id", "=", set.id)
    .select(["pages", "proposed_pages"])
    .executeTakeFirst();
  const forget = async (bytes: Uint8Array | null | undefined) => {
    const pages = await unpackPages(bytes ?? null);
    return bytes ? packPages(pages.filter(({ isDeleted }) => !isDeleted)) : null;
  };
  return { pages: await forget(stored?.pages), proposed_pages: await forget(stored?.proposed_pages) };
}

/** Deletes a page set, whose pages stay. */
export async function deletePageSet(trx: Writer, { id }: PageSetRow): Promise<void> {
  await trx.deleteFrom("openapi_page_sets").where("id", "=", id).execute();
}
