import type { Static } from "@sinclair/typebox";
import { findByPath, readBranch } from "../../content/pages/index.ts";
import { notFound } from "../../platform/index.ts";
import { findInStructure, livingStructure, readStructure } from "../../publishing/index.ts";
import { type ChangeRequestRow, findChangeRequest, presentChangeRequest } from "../change-requests/index.ts";
import { findCollectionFor, presentCollection } from "../collections/index.ts";
import { openSpaceContent, PagePresenter } from "../content/index.ts";
import { type Call, type Context, requireReachable } from "../http/index.ts";
import { findSpaceFor, isKept, presentSpaceTo, type SpaceRow, viewerOf } from "../spaces/index.ts";
import { takeKey } from "./admit-visitor.ts";
import { locateSite, readUrl } from "./locate-site.ts";
import type { ContentOfUrl } from "./schema.ts";

type Found = Static<typeof ContentOfUrl>;

/** What an address of ours leads a member to: one of the application, of the API, or of a published site. */
export async function findContentByUrl(call: Call, text: string): Promise<Found> {
  const url = readUrl(text);
  const { baseUrl } = call.context.config;
  const [, path] =
    url.origin === new URL(baseUrl).origin ? (/^\/(?:app|v1)(\/.*)/.exec(url.pathname) ?? []) : [];
  if (path === undefined) return findPublished(call, url);
  const collectionId = /^\/collections\/([^/]+)/.exec(path)?.[1];
  if (collectionId !== undefined) return findCollection(call, collectionId);
  const spaceId = /^\/spaces\/([^/]+)/.exec(path)?.[1];
  if (spaceId === undefined) throw notFound("Content");
  const changeRequestId = /\/change-requests\/([^/]+)/.exec(path)?.[1];
  const pageId = /\/pages?\/([^/]+)/.exec(path)?.[1];
  return findInSpace(call, spaceId, { changeRequestId, pageId });
}

async function findCollection({ context, caller }: Call, id: string): Promise<Found> {
  const found = await findCollectionFor(context.database.read, id, caller.userId);
  if (found === undefined || found.role === null) throw notFound("Collection");
  await requireReachable({ context, caller }, found.row.organization_id);
  return { collection: presentCollection(found.row, found.role, context.urls) };
}

interface Inside {
  readonly changeRequestId?: string | undefined;
  readonly pageId?: string | undefined;
  readonly pagePath?: string | undefined;
}

async function findInSpace(
  { context, caller }: Call,
  id: string,
  inside: Inside,
  thing = "Space",
): Promise<Found> {
  const { read } = context.database;
  const seen = await findSpaceFor(read, id, caller.userId);
  if (seen === undefined || seen.role === null || !isKept(context, seen.row, seen.role))
    throw notFound(thing);
  const { row: space, role, member } = seen;
  await requireReachable({ context, caller }, space.organization_id);
  const { changeRequestId } = inside;
  const changeRequest =
    changeRequestId === undefined ? undefined : await findChangeRequest(read, space, changeRequestId);
  if (changeRequestId !== undefined && changeRequest === undefined) throw notFound("Change request");
  const page = await findPage(context, space, changeRequest, inside);
  return {
    space: await presentSpaceTo(context, space, role, viewerOf(member)),
    ...(changeRequest && { changeRequest: presentChangeRequest(changeRequest, context.urls) }),
    ...(page && { page }),
  };
}

async function findPage(
  context: Context,
  space: SpaceRow,
  changeRequest: ChangeRequestRow | undefined,
  { pageId, pagePath = "" }: Inside,
) {
  if (pageId === undefined && pagePath === "") return undefined;
  const content = openSpaceContent(context, space, (changeRequest ?? space).root);
  const id = pageId ?? (await findByPath(content, pagePath));
  const branch = id === undefined ? undefined : await readBranch(content, id);
  if (branch === undefined) throw notFound("Page");
  return new PagePresenter(context, space.id).present(branch);
}

/** What of a site it leads to; what members may read is a matter of their role, not of the site's conditions. */
async function findPublished(call: Call, url: URL): Promise<Found> {
  const located = await locateSite(call.context, url);
  if (located === undefined) throw notFound("Content");
  const all = await readStructure(call.context.database.read, located.site);
  const { rest } = await takeKey(call.context, located);
  const found = findInStructure(all, livingStructure(all), rest);
  if (found === undefined) throw notFound("Content");
  // Whether there is a site is nobody's business who may not see what is in it: to them it is as if there were none.
  return findInSpace(call, found.siteSpace.spaceId, { pagePath: found.rest.join("/") }, "Content");
}
