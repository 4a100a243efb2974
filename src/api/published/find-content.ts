import { findByPath, readBranch } from "../../content/pages/index.ts";
import { notFound, requireFound } from "../../platform/index.ts";
import {
  locateSite,
  parseUrl,
  readStructureView,
  resolveSegments,
  splitShareKey,
} from "../../publishing/index.ts";
import { type ChangeRequestRow, findChangeRequest, presentForCaller } from "../change-requests/index.ts";
import { findCollectionForUser, presentCollection } from "../collections/index.ts";
import { ContentPresenter, openSpaceContent } from "../content/index.ts";
import { type Call, type Context, requireSsoSession } from "../http/index.ts";
import {
  findSpaceForUser,
  isSpaceAvailable,
  memberViewer,
  presentSpaceTo,
  type SpaceRow,
} from "../spaces/index.ts";
import type { ContentOfUrl } from "./schema.ts";

/** The content at a URL. A page has the JSON of its subpages. */
type FoundContent = Omit<ContentOfUrl, "page"> & {
  readonly page?: ReturnType<ContentPresenter["presentBranch"]>;
};

/** Finds the content at a URL of the app, the API or a published site, for a member. */
export async function findContentByUrl(call: Call, text: string): Promise<FoundContent> {
  const url = parseUrl(text);
  const { baseUrl } = call.context.config;
  const [, path] =
    url.origin === new URL(baseUrl).origin ? (/^\/(?:app|v1)(\/.*)/.exec(url.pathname) ?? []) : [];
  if (path === undefined) return findPublished(call, url);
  const collectionId = /^\/collections\/([^/]+)/.exec(path)?.[1];
  if (collectionId !== undefined) return findCollection(call, collectionId);
  const spaceId = requireFound(/^\/spaces\/([^/]+)/.exec(path)?.[1], "Content");
  const changeRequestId = /\/change-requests\/([^/]+)/.exec(path)?.[1];
  const pageId = /\/pages?\/([^/]+)/.exec(path)?.[1];
  return findInSpace(call, spaceId, { changeRequestId, pageId });
}

async function findCollection({ context, caller }: Call, id: string): Promise<FoundContent> {
  const found = await findCollectionForUser(context.database.read, id, caller.userId);
  if (found === undefined || found.role === null) throw notFound("Collection");
  await requireSsoSession({ context, caller }, found.row.organization_id);
  return { collection: presentCollection(found.row, found.role, context.urls) };
}

interface ContentPath {
  readonly changeRequestId?: string | undefined;
  readonly pageId?: string | undefined;
  readonly pagePath?: string | undefined;
}

async function findInSpace(call: Call, id: string, path: ContentPath, name = "Space"): Promise<FoundContent> {
  const { context, caller } = call;
  const { read } = context.database;
  const found = await findSpaceForUser(read, id, caller.userId);
  if (found === undefined || found.role === null || !isSpaceAvailable(context, found.row, found.role))
    throw notFound(name);
  const { row: space, role, member } = found;
  await requireSsoSession({ context, caller }, space.organization_id);
  const { changeRequestId } = path;
  const changeRequest =
    changeRequestId === undefined ? undefined : await findChangeRequest(read, space, changeRequestId);
  if (changeRequestId !== undefined && changeRequest === undefined) throw notFound("Change request");
  const page = await findPage(context, space, changeRequest, path);
  return {
    space: await presentSpaceTo(context, space, role, memberViewer(member)),
    ...(changeRequest && { changeRequest: await presentForCaller(call, changeRequest) }),
    ...(page && { page }),
  };
}

async function findPage(
  context: Context,
  space: SpaceRow,
  changeRequest: ChangeRequestRow | undefined,
  { pageId, pagePath = "" }: ContentPath,
) {
  if (pageId === undefined && pagePath === "") return undefined;
  const content = openSpaceContent(context, space, (changeRequest ?? space).root);
  const id = pageId ?? (await findByPath(content, pagePath));
  const branch = requireFound(id === undefined ? undefined : await readBranch(content, id), "Page");
  return new ContentPresenter(context, space.id).presentBranch(branch, branch.path);
}

/** Conditions do not apply: the caller's role on the space decides. */
async function findPublished(call: Call, url: URL): Promise<FoundContent> {
  const { read } = call.context.database;
  const location = requireFound(await locateSite(call.context, url), "Content");
  const { all, visible } = await readStructureView(read, location.site, undefined);
  const { rest } = await splitShareKey(read, location);
  const found = requireFound(resolveSegments(all, visible, rest), "Content");
  // The same error as for an unknown URL, so that it does not reveal that the site exists.
  return findInSpace(call, found.siteSpace.spaceId, { pagePath: found.rest.join("/") }, "Content");
}
