import {
  findBacklinks,
  findVariableSources,
  type LinkIndexEntry,
  type LinkIndexInput,
  type LinkSource,
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
import { type Call, listReply, paginateArray } from "../http/index.ts";
import { findOrganization, presentOrganization } from "../organizations/index.ts";
import { memberViewer, type OnSpace, presentSpaceTo } from "../spaces/index.ts";
import { createResolvers, resolveAppLinks } from "./app-links.ts";
import { findExternalObjects } from "./external-objects.ts";
import { findLinkStatuses } from "./link-statuses.ts";
import { maxSources, presentLinks, presentSources, SpacePresenter } from "./present.ts";

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

export function listLinks(call: LinkCall) {
  return list(call, readLinkIndex, readUncertainLinks, call.changeRequest && call.query.brokenContext);
}

export function listPageLinks(call: LinkCall, pageId: string) {
  const read = (input: LinkIndexInput) => readPageLinks(input, pageId);
  return list(call, read, read);
}

type ReadLinks = (input: LinkIndexInput) => Promise<readonly LinkIndexEntry[] | undefined>;

/** Lists links of a content. In the content that a change request started from, only broken links matter. */
async function list(
  call: LinkCall,
  read: ReadLinks,
  readInBase: ReadLinks,
  brokenContext?: LinkQuery["brokenContext"],
) {
  const { context, space, member, changeRequest, query } = call;
  const written = requireFound(await read(currentContentOf(call)), "Page");
  const writtenInBase =
    (changeRequest && (await readInBase(openLinkedContent(context, space, changeRequest.base_root)))) ?? [];
  const refs = [...written, ...writtenInBase].flatMap(({ ref, status }) =>
    status === "external" && ref.kind !== "url" ? ref : [],
  );
  const external = await findExternalObjects(context.database.read, member, refs);
  const resolverOf = createResolvers(context);
  const entries = await resolveAppLinks(written, external, resolverOf);
  const base = await resolveAppLinks(writtenInBase, external, resolverOf);
  const statuses = await findLinkStatuses(context, external, [...entries, ...base], resolverOf);
  const isBroken = (entry: LinkIndexEntry) => statuses.get(entry) === "broken";
  const brokenInBase = new Set(base.filter(isBroken).map(({ key }) => key));
  const matchesContext = (entry: LinkIndexEntry) =>
    isBroken(entry) && brokenInBase.has(entry.key) === (brokenContext === "space");
  const matching = entries
    .filter((entry) => query.status === undefined || statuses.get(entry) === query.status)
    .filter((entry) => brokenContext === undefined || matchesContext(entry));
  const page = paginateArray(call, matching, ({ key }) => key, {
    weight: { of: ({ sources }) => 1 + Math.min(sources.length, maxSources), max: maxListed },
  });
  const presented = await presentLinks(call, await createPresenter(call), external, page.rows);
  const items = presented.map(({ entry, ...locations }) => ({
    status: statuses.get(entry) ?? "ok",
    relation: entry.relation,
    ...locations,
  }));
  const broken = entries.filter(isBroken);
  return {
    ...listReply(page, items),
    stats: {
      total: entries.length,
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
