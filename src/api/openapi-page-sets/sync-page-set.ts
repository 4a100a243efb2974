import { type Content, openContent, openDraft, rootOf } from "../../content/index.ts";
import { extentOf, findPage } from "../../content/pages/index.ts";
import { includesRole } from "../../identity/roles/index.ts";
import { generateSpecPages, type SyncedPage, syncPages } from "../../importing/openapi-pages/index.ts";
import { conflict, LecternError } from "../../platform/index.ts";
import type { OpenAPIPageSetTable } from "../../storage/database/index.ts";
import type { Head } from "../../storage/repositories/index.ts";
import { findChangeRequest } from "../change-requests/index.ts";
import type { Context } from "../http/index.ts";
import { findSpecById, readSpecDocuments, type SpecRow } from "../openapi-specs/index.ts";
import { findSpaceForUser, type SpaceRow } from "../spaces/index.ts";
import { commitPages } from "./commit-pages.ts";
import { type KnownPages, packPages, recordFailure, unpackPages } from "./known-pages.ts";

/**
 * The job of a page set: brings its pages in step with the last version of its spec, or deletes them. The result is recorded in the
 * transaction that changes the content, so a job that runs again, or in two processes, does nothing. If the pages cannot be
 * changed, the set gets the reason. Errors of the server are retried.
 */
export async function syncPageSet(context: Context, payload: unknown, isLastAttempt: boolean): Promise<void> {
  const { pageSetId } = payload as { readonly pageSetId: string };
  const set = await context.database.read
    .selectFrom("openapi_page_sets")
    .where("id", "=", pageSetId)
    .where("state", "in", ["pending", "removing"])
    .selectAll()
    .executeTakeFirst();
  if (set === undefined) return;
  const error = await syncOrExplain(context, set).catch((error: unknown) => {
    if (!isLastAttempt) throw error;
    return "The server failed to change the pages";
  });
  if (error !== undefined) await context.database.write((trx) => recordFailure(trx, set, error));
}

/** Changes the pages, or returns why that is not possible. */
async function syncOrExplain(context: Context, set: OpenAPIPageSetTable): Promise<string | undefined> {
  const { read } = context.database;
  const found = await findSpaceForUser(read, set.space_id, set.user_id);
  if (found === undefined || !includesRole(found.role, "edit"))
    return "The user with whose rights the pages are changed may no longer edit the space. Update the pages to use your rights";
  if (found.row.organization_id !== set.organization_id)
    return "The space belongs to another organization now";
  if (!includesRole(found.member.role, "read"))
    return "The user with whose rights the pages are changed may no longer read the spec. Update the pages to use your rights";
  if (found.row.deleted_at !== null) return "The space is in the trash. Restore it, then update the pages";
  const spec = await findSpecById(read, set.organization_id, set.spec_id);
  // The job of a spec without a version runs again when the spec has been read.
  if (spec === undefined || (spec.last_version_id === null && set.state === "pending")) return undefined;
  try {
    await changePages(context, set, spec, found.row);
    return undefined;
  } catch (error) {
    if (error instanceof LecternError && error.status < 500) return error.message;
    throw error;
  }
}

/** A merged change request has brought its pages into the primary content, an archived one never will. */
async function readKnownPages(
  { database }: Context,
  set: OpenAPIPageSetTable,
  space: SpaceRow,
): Promise<KnownPages> {
  const { change_request_id: id, pages, version_id: versionId, proposed_pages: proposed } = set;
  const request = id === null ? undefined : await findChangeRequest(database.read, space, id);
  if (request?.status === "merged" && proposed !== null)
    return { pages: proposed, versionId: set.proposed_version_id };
  const isOpen = request?.status === "draft" || request?.status === "open";
  return { pages, versionId, ...(isOpen && { proposal: { changeRequest: request, pages: proposed } }) };
}

async function changePages(context: Context, set: OpenAPIPageSetTable, spec: SpecRow, space: SpaceRow) {
  const known = await readKnownPages(context, set, space);
  const previous = await unpackPages(known.proposal?.pages ?? known.pages);
  const isRemoved = set.state === "removing";
  const document = isRemoved ? undefined : await readDocument(context, spec);
  const build = async (head: Head): Promise<{ root: string; pages: SyncedPage[]; bytes: Uint8Array }> => {
    const base = openContent(head.nodes, head.root);
    const draft = openDraft(base);
    const parent = isRemoved ? undefined : await findParent(base, set.parent_id);
    const options = { models: set.has_models === 1, grouping: set.page_grouping };
    const extent = parent && (await extentOf(base, parent));
    const pages = await syncPages(base, draft, {
      previous,
      next: isRemoved ? [] : await generateSpecPages(document, spec.slug, options, extent),
      setId: set.id,
      parent: set.parent_id ?? "",
      now: context.clock.now(),
      ...(!isRemoved && { goneMarkdown: goneMarkdown(spec.slug) }),
    });
    return { root: rootOf(draft), pages, bytes: await packPages(pages) };
  };
  const subject = isRemoved
    ? `Remove the pages of the OpenAPI spec ${spec.slug}`
    : `Update the pages of the OpenAPI spec ${spec.slug}`;
  await commitPages(context, {
    set,
    known,
    version: spec.last_version_id,
    subject: subject.slice(0, 100),
    build,
  });
}

async function readDocument(context: Context, spec: SpecRow): Promise<unknown> {
  const documents = await readSpecDocuments(context, spec.organization_id, new Map([["", spec]]));
  return documents.get("")?.document;
}

/** The page that contains the generated pages; undefined at the top level. */
async function findParent(content: Content, id: string | null) {
  if (id === null) return undefined;
  const page = await findPage(content, id);
  if (page === undefined || page.type === "link")
    throw conflict(
      "The page that contains the generated pages was deleted. Restore it, or make the pages in another place",
    );
  return page;
}

/** Marks pages that writers have changed and whose tag or operation is gone. */
function goneMarkdown(slug: string): string {
  return `{% hint style="warning" %}\nThis is no longer part of the OpenAPI spec ${slug}.\n{% endhint %}\n`;
}
