import {
  findBacklinks,
  type LinkIndexEntry,
  type LinkIndexInput,
  type LinkSource,
  readLinkIndex,
  readPageLinks,
} from "../../content/link-index/index.ts";
import { getValue } from "../../content/map/index.ts";
import { findPage } from "../../content/pages/index.ts";
import { notFound } from "../../platform/index.ts";
import type { LinkStatus } from "../../storage/database/index.ts";
import { documentLinksReader } from "../../storage/repositories/index.ts";
import { type ChangeRequestRow, presentChangeRequest } from "../change-requests/index.ts";
import { openSpaceContent } from "../content/index.ts";
import { type Call, listOf, pageOf } from "../http/index.ts";
import { findOrganization, presentOrganization } from "../organizations/index.ts";
import { type OnSpace, presentSpaceTo, viewerOf } from "../spaces/index.ts";
import { findLinkStatuses } from "./link-statuses.ts";
import { LinkPresenter, maxLocations } from "./present.ts";

interface LinkQuery {
  page?: string;
  limit: number;
  status?: LinkStatus;
  brokenContext?: "change-request" | "space";
}

/** Where links are looked for: in the primary content, or in that of a change request. */
export type LinkCall = Call<unknown, LinkQuery> & OnSpace & { readonly changeRequest?: ChangeRequestRow };

/** How many links and places one answer has: each of them is shown with all that is around it. */
const maxListedTextBytes = 1000;

/** All links of a content. */
export function listLinks(call: LinkCall) {
  return listUsages(call, readLinkIndex, call.changeRequest && call.query.brokenContext);
}

/** Those of one of its pages. */
export function listPageLinks(call: LinkCall, pageId: string) {
  return listUsages(call, (linked) => readPageLinks(linked, pageId));
}

async function listUsages(
  call: LinkCall,
  find: (linked: LinkIndexInput) => Promise<readonly LinkIndexEntry[] | undefined>,
  brokenContext?: LinkQuery["brokenContext"],
) {
  const { context, space, member, changeRequest, query } = call;
  const usages = await find(linkedContent(call, (changeRequest ?? space).root));
  if (usages === undefined) throw notFound("Page");
  const statuses = await findLinkStatuses(context, member, usages);
  const isBroken = (usage: LinkIndexEntry) => statuses.get(usage) === "broken";
  const before = changeRequest && (await find(linkedContent(call, changeRequest.base_root)));
  const brokenBefore = await brokenIn(call, before ?? []);
  const isBrokenHere = (usage: LinkIndexEntry) => isBroken(usage) && !brokenBefore.has(usage.key);
  const isWanted = {
    "change-request": isBrokenHere,
    space: (usage: LinkIndexEntry) => isBroken(usage) && brokenBefore.has(usage.key),
  };
  const matching = usages
    .filter((usage) => query.status === undefined || statuses.get(usage) === query.status)
    .filter((usage) => brokenContext === undefined || isWanted[brokenContext](usage));
  const page = pageOf(call, matching, ({ key }) => key, {
    weight: { of: ({ sources }) => 1 + Math.min(sources.length, maxLocations), most: maxListedTextBytes },
  });
  const shown = await (await presenterOf(call)).presentUsages(page.rows);
  const items = page.rows.map((usage, i) => ({
    status: statuses.get(usage) ?? "ok",
    relation: usage.relation,
    targetReference: shown[i]?.targetReference ?? { kind: "url" as const },
    locationReferences: shown[i]?.locationReferences ?? [],
  }));
  const broken = usages.filter(isBroken);
  return {
    ...listOf(page, items),
    stats: {
      total: usages.length,
      broken: {
        total: broken.length,
        ...(changeRequest && { changeRequest: broken.filter(isBrokenHere).length }),
      },
    },
  };
}

/** The keys of those that are broken. */
async function brokenIn(
  { context, member }: LinkCall,
  usages: readonly LinkIndexEntry[],
): Promise<Set<string>> {
  const statuses = await findLinkStatuses(context, member, usages);
  return new Set(usages.filter((usage) => statuses.get(usage) === "broken").map(({ key }) => key));
}

/** All places from which links lead to a page. */
export async function listPageBacklinks(call: LinkCall, pageId: string) {
  const linked = linkedContent(call, (call.changeRequest ?? call.space).root);
  if ((await findPage(linked.content, pageId)) === undefined) throw notFound("Page");
  return listPlaces(call, await findBacklinks(linked, { page: pageId }));
}

/** All places where a file is shown or linked to. */
export async function listFileBacklinks(call: LinkCall, fileId: string) {
  const linked = linkedContent(call, (call.changeRequest ?? call.space).root);
  const { nodes, roots } = linked.content;
  if ((await getValue(nodes, roots.files, fileId)) === undefined) throw notFound("File");
  return listPlaces(call, await findBacklinks(linked, { file: fileId }));
}

async function listPlaces(call: LinkCall, places: readonly LinkSource[]) {
  const page = pageOf(call, places, ({ kind, id }) => `${kind} ${id}`);
  return listOf(page, await (await presenterOf(call)).presentPlaces(page.rows));
}

function linkedContent({ context, space }: LinkCall, root: string): LinkIndexInput {
  return {
    content: openSpaceContent(context, space, root),
    spaceId: space.id,
    readDocumentLinks: documentLinksReader(context, space.repository_id),
  };
}

async function presenterOf(call: LinkCall): Promise<LinkPresenter> {
  const { context, caller, space, member, role, changeRequest } = call;
  const organization = await findOrganization(context.database.read, space.organization_id, caller.userId);
  if (organization === undefined) throw notFound("Space");
  return new LinkPresenter(call, {
    shown: {
      organization: presentOrganization(organization, context.urls),
      space: await presentSpaceTo(context, space, role, viewerOf(member)),
      ...(changeRequest && {
        versionContext: {
          type: "changeRequest",
          changeRequest: presentChangeRequest(changeRequest, context.urls),
        },
      }),
    },
    content: openSpaceContent(context, space, (changeRequest ?? space).root),
  });
}
