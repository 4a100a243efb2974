import {
  findBacklinks,
  findVariableSources,
  isUncertain,
  type LinkIndexEntry,
  type LinkIndexInput,
  type LinkSource,
  maxSources,
  readLinkIndex,
  readPageLinks,
  readUncertainLinks,
} from "../../content/link-index/index.ts";
import { getValue } from "../../content/map/index.ts";
import { findPage } from "../../content/pages/index.ts";
import { notFound, requireFound } from "../../platform/index.ts";
import type { LinkStatus } from "../../storage/database/index.ts";
import { type ChangeRequestRow, presentForCaller } from "../change-requests/index.ts";
import { openLinkedContent, openSpaceContent } from "../content/index.ts";
import { type Call, listReply, paginateArray, paginateSource } from "../http/index.ts";
import { findOrganization, presentOrganization } from "../organizations/index.ts";
import { memberViewer, type OnSpace, presentSpaceTo } from "../spaces/index.ts";
import { createResolvers, resolveAppLinks } from "./app-links.ts";
import { findExternalObjects } from "./external-objects.ts";
import { findLinkStatuses } from "./link-statuses.ts";
import { presentLinks, presentSources, SpacePresenter } from "./present.ts";

interface LinkQuery {
  page?: string;
  limit: number;
  status?: LinkStatus;
  brokenContext?: "change-request" | "space";
}

/** A call that lists links of the primary content, or of a change request. */
export type LinkCall = Call<unknown, LinkQuery> & OnSpace & { readonly changeRequest?: ChangeRequestRow };

/** The maximum number of links and sources on one page of a list. Each is presented with its space and organization. */
const maxListed = 1000;

/** The links of a content or of one of its pages. */
interface LinkSet {
  readonly count: number;
  /** Those that may be broken. */
  readonly uncertain: readonly LinkIndexEntry[];
  /** The first links after a key, or of all. */
  readAfter(
    key: string | undefined,
    limit: number,
    matches: (entry: LinkIndexEntry) => boolean,
  ): Promise<readonly LinkIndexEntry[]>;
}

export async function listLinks(call: LinkCall) {
  const read = async (input: LinkIndexInput): Promise<LinkSet> => {
    const uncertain = await readUncertainLinks(input);
    const index = await readLinkIndex(input);
    return { count: index.count, uncertain, readAfter: (...range) => index.readAfter(...range) };
  };
  return list(call, read, readUncertainLinks, call.changeRequest && call.query.brokenContext);
}

export function listPageLinks(call: LinkCall, pageId: string) {
  const read = async (input: LinkIndexInput): Promise<LinkSet> => {
    const entries = requireFound(await readPageLinks(input, pageId), "Page");
    return {
      count: entries.length,
      uncertain: entries.filter(isUncertain),
      readAfter: async (...range) => itemsAfter(entries, ...range),
    };
  };
  const readInBase = async (input: LinkIndexInput) => (await readPageLinks(input, pageId)) ?? [];
  return list(call, read, readInBase);
}

function itemsAfter(
  entries: readonly LinkIndexEntry[],
  key: string | undefined,
  limit: number,
  matches: (entry: LinkIndexEntry) => boolean,
): LinkIndexEntry[] {
  return entries.filter((entry) => (key === undefined || entry.key > key) && matches(entry)).slice(0, limit);
}

/** Lists links of a content. In the content that a change request started from, only broken links matter. */
async function list(
  call: LinkCall,
  read: (input: LinkIndexInput) => Promise<LinkSet>,
  readUncertainInBase: (input: LinkIndexInput) => Promise<readonly LinkIndexEntry[]>,
  brokenContext?: LinkQuery["brokenContext"],
) {
  const { context, space, member, changeRequest, query } = call;
  const links = await read(currentContentOf(call));
  const uncertainInBase = changeRequest
    ? await readUncertainInBase(openLinkedContent(context, space, changeRequest.base_root))
    : [];
  const refs = [...links.uncertain, ...uncertainInBase].flatMap(({ ref, status }) =>
    status === "external" && ref.kind !== "url" ? ref : [],
  );
  const external = await findExternalObjects(context.database.read, member, refs);
  const resolverOf = createResolvers(context);
  const uncertain = await resolveAppLinks(links.uncertain, external, resolverOf);
  const base = await resolveAppLinks(uncertainInBase, external, resolverOf);
  const statuses = await findLinkStatuses(context, external, [...uncertain, ...base], resolverOf);
  const resolved = new Map(uncertain.map((entry) => [entry.key, entry]));
  const resolvedOf = (entry: LinkIndexEntry) => resolved.get(entry.key) ?? entry;
  const statusOf = (entry: LinkIndexEntry) => statuses.get(entry) ?? "ok";
  const isBroken = (entry: LinkIndexEntry) => statusOf(entry) === "broken";
  const brokenInBase = new Set(base.filter(isBroken).map(({ key }) => key));
  const matches = (entry: LinkIndexEntry) => {
    if (query.status !== undefined && statusOf(entry) !== query.status) return false;
    if (brokenContext === undefined) return true;
    return isBroken(entry) && brokenInBase.has(entry.key) === (brokenContext === "space");
  };
  const matching = uncertain.filter(matches);
  const listsOthers = brokenContext === undefined && (query.status === undefined || query.status === "ok");
  const page = await paginateSource(call, {
    count: matching.length + (listsOthers ? links.count - uncertain.length : 0),
    readAfter: (key, limit) =>
      listsOthers
        ? links.readAfter(key, limit, (entry) => matches(resolvedOf(entry)))
        : Promise.resolve(itemsAfter(matching, key, limit, () => true)),
    keyOf: ({ key }) => key,
    weight: { of: ({ sources }) => 1 + Math.min(sources.length, maxSources), max: maxListed },
  });
  const rows = page.rows.map(resolvedOf);
  const presented = await presentLinks(call, await createPresenter(call), external, rows);
  const items = presented.map(({ entry, ...locations }) => ({
    status: statusOf(entry),
    relation: entry.relation,
    ...locations,
  }));
  const broken = uncertain.filter(isBroken);
  return {
    ...listReply(page, items),
    stats: {
      total: links.count,
      broken: {
        total: broken.length,
        ...(changeRequest && { changeRequest: broken.filter(({ key }) => !brokenInBase.has(key)).length }),
      },
    },
  };
}

export async function listPageBacklinks(call: LinkCall, pageId: string) {
  const input = currentContentOf(call);
  if ((await findPage(input.content, pageId)) === undefined) throw notFound("Page");
  return listSources(call, await findBacklinks(input, { page: pageId }));
}

export async function listFileBacklinks(call: LinkCall, fileId: string) {
  const input = currentContentOf(call);
  const { nodes, roots } = input.content;
  if ((await getValue(nodes, roots.files, fileId)) === undefined) throw notFound("File");
  return listSources(call, await findBacklinks(input, { file: fileId }));
}

export async function listReusableContentBacklinks(call: LinkCall, id: string) {
  const input = currentContentOf(call);
  const { nodes, roots } = input.content;
  if ((await getValue(nodes, roots.reusableContents, id)) === undefined) throw notFound("Reusable content");
  return listSources(call, await findBacklinks(input, { reusableContent: id }));
}

/** A name that is no variable may be read too: its list says where. */
export async function listVariableBacklinks(call: LinkCall, name: string) {
  return listSources(call, await findVariableSources(currentContentOf(call), name));
}

async function listSources(call: LinkCall, sources: readonly LinkSource[]) {
  const page = paginateArray(call, sources, ({ kind, id }) => `${kind} ${id}`);
  return listReply(page, await presentSources(await createPresenter(call), page.rows));
}

function currentContentOf({ context, space, changeRequest }: LinkCall): LinkIndexInput {
  return openLinkedContent(context, space, (changeRequest ?? space).root);
}

async function createPresenter(call: LinkCall): Promise<SpacePresenter> {
  const { context, caller, space, member, role, changeRequest } = call;
  const organization = await findOrganization(context.database.read, space.organization_id, caller.userId);
  if (organization === undefined) throw notFound("Space");
  const presented = {
    organization: presentOrganization(organization, context.urls),
    space: await presentSpaceTo(context, space, role, memberViewer(member)),
    ...(changeRequest && {
      versionContext: {
        type: "changeRequest" as const,
        changeRequest: await presentForCaller(call, changeRequest),
      },
    }),
  };
  return new SpacePresenter(
    context,
    presented,
    openSpaceContent(context, space, (changeRequest ?? space).root),
  );
}
