import { signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { type Body, call } from "../../../data/api.ts";
import type { Site } from "../../../data/api-types.ts";
import { type Destination, topLevel } from "../../../data/library-tree.ts";
import { refresh, useList, useQuery } from "../../../data/queries.ts";
import { createQueue } from "../../../data/queue.ts";
import { attempt, showDone, showFailure } from "../../../data/toasts.ts";
import { words } from "../../../words/index.ts";
import {
  anchorOf,
  buildTree,
  childrenOf,
  currentDestination,
  parentOf,
  type StructurePart,
  type StructureReply,
  type StructureTree,
  titleOf,
  withMove,
} from "./structure-tree.ts";

/** A site whose structure is shown. */
export interface SiteRef {
  readonly organizationId: string;
  readonly siteId: string;
}

const path = "/orgs/:organizationId/sites/:siteId";
type SortPosition = NonNullable<Body<`PATCH ${typeof path}/structure/sort`>["position"]>;

/** The tree with moves that the server has not confirmed yet, and the reply that it was made from. */
const moved = signal<Readonly<Record<string, { readonly base: unknown; readonly tree: StructureTree }>>>({});
/** A move is sent when the previous one is confirmed, because its place may depend on it. */
const inOrder = createQueue();
let pending = 0;

/** The structure of a site, with the moves that are being sent. */
export function useStructure({ organizationId, siteId }: SiteRef) {
  const params = { organizationId, siteId };
  const { data, error } = useQuery(`GET ${path}/structure`, params);
  const reply = data as StructureReply | undefined;
  // Of a site without sections, groups are not in the structure.
  const groups = useList(
    `GET ${path}/section-groups`,
    reply?.type === "siteSpaces" ? params : undefined,
    { limit: 1000 },
    { all: true },
  ).data;
  const stored = useMemo(() => reply && buildTree(reply, groups ?? []), [reply, groups]);
  const shown = moved.value[siteId];
  const tree = shown !== undefined && shown.base === stored ? shown.tree : stored;
  return { tree, stored, error: tree === undefined ? error : undefined };
}

export function refreshStructure({ organizationId, siteId }: SiteRef): void {
  refresh(`/orgs/${organizationId}/sites/${siteId}`, `/orgs/${organizationId}/sites`);
}

interface MoveInput {
  readonly site: SiteRef;
  readonly tree: StructureTree;
  /** The tree as the server has it, without moves that are being sent. */
  readonly stored: StructureTree | undefined;
  readonly id: string;
  readonly destination: Destination;
}

/** Moves a part. The tree shows it at once; its message undoes it. */
export async function movePart({ site, tree, stored, id, destination }: MoveInput): Promise<void> {
  const part = tree.parts.get(id);
  if (part === undefined) return;
  const origin = currentDestination(tree, id);
  const isOnly = origin.parent !== destination.parent && childrenOf(tree, origin.parent).length === 1;
  const after = withMove(tree, id, destination);
  moved.value = { ...moved.peek(), [site.siteId]: { base: stored, tree: after } };
  pending++;
  try {
    await inOrder(() => sendMove(site, tree, part, destination));
    const isElsewhere = part.object === "site-space" && origin.parent !== destination.parent;
    const texts = words.siteStructure;
    const text = isElsewhere ? texts.movedAddress(titleOf(part)) : texts.moved(titleOf(part));
    // A section that has lost its only variant does not exist any more.
    const canUndo = !(isOnly && part.object === "site-space");
    showDone(text, canUndo ? () => undoMove(site, after, part, origin) : undefined);
  } catch (error) {
    showFailure(error);
    const { [site.siteId]: _, ...others } = moved.peek();
    moved.value = others;
  } finally {
    if (--pending === 0) refreshStructure(site);
  }
}

function sendMove(site: SiteRef, tree: StructureTree, part: StructurePart, destination: Destination) {
  const { object: type, id } = part;
  const { parent } = destination;
  const position = anchorOf(tree, id, destination);
  if (position !== undefined || parent === topLevel) {
    const body = { item: { type, id }, ...(position && { position: position as SortPosition }) };
    return call(`PATCH ${path}/structure/sort`, site, { body });
  }
  // A group without sections has nothing beside which a part could be.
  return type === "site-section"
    ? call(
        `POST ${path}/section-groups/:siteSectionGroupId/sections`,
        { ...site, siteSectionGroupId: parent },
        { body: { sectionId: id } },
      )
    : updateGroup(site, id, { parentSectionGroupId: parent });
}

/** Moves a part back. In another section, a variant has lost its place as the default, and maybe its path. */
async function undoMove(site: SiteRef, tree: StructureTree, part: StructurePart, origin: Destination) {
  const from = parentOf(tree, part.id);
  await inOrder(() => sendMove(site, tree, part, origin));
  if (part.object === "site-space" && from !== origin.parent) {
    await updateVariant(site, part.id, { path: part.path });
    if (part.default && origin.parent !== topLevel)
      await updateSection(site, origin.parent, { defaultSiteSpace: part.id });
  }
  refreshStructure(site);
}

export function updateGroup(
  site: SiteRef,
  id: string,
  body: Body<`PATCH ${typeof path}/section-groups/:siteSectionGroupId`>,
) {
  return call(
    `PATCH ${path}/section-groups/:siteSectionGroupId`,
    { ...site, siteSectionGroupId: id },
    { body },
  );
}

export function updateSection(
  site: SiteRef,
  id: string,
  body: Body<`PATCH ${typeof path}/sections/:siteSectionId`>,
) {
  return call(`PATCH ${path}/sections/:siteSectionId`, { ...site, siteSectionId: id }, { body });
}

export function updateVariant(
  site: SiteRef,
  id: string,
  body: Body<`PATCH ${typeof path}/site-spaces/:siteSpaceId`>,
) {
  return call(`PATCH ${path}/site-spaces/:siteSpaceId`, { ...site, siteSpaceId: id }, { body });
}

/** Makes a section the start of the site, or a variant the first that readers see. */
export function makeDefault(site: SiteRef, tree: StructureTree, { object, id }: StructurePart) {
  if (object === "site-section") return call(`PATCH ${path}`, site, { body: { defaultSiteSection: id } });
  const section = parentOf(tree, id);
  return section === topLevel
    ? call(`PATCH ${path}`, site, { body: { defaultSiteSpace: id } })
    : updateSection(site, section, { defaultSiteSpace: id });
}

/** Whether the user may change which part is the default. Where a site starts is a setting of the site. */
export function mayMakeDefault(site: Site, tree: StructureTree, { object, id }: StructurePart): boolean {
  const isInSection = object === "site-space" && parentOf(tree, id) !== topLevel;
  return isInSection ? site.permissions.create : site.permissions.admin;
}

/** Shows a part to readers or hides it, and offers to undo it. */
export async function changeVisibility(
  site: SiteRef,
  part: StructurePart,
  change: { readonly draft: boolean } | { readonly hidden: boolean },
): Promise<void> {
  const send = (body: { draft?: boolean; hidden?: boolean }): Promise<unknown> => {
    if (part.object === "site-space") return updateVariant(site, part.id, body);
    if (part.object === "site-section") return updateSection(site, part.id, body);
    return updateGroup(site, part.id, body);
  };
  const inverse = "draft" in change ? { draft: !change.draft } : { hidden: !change.hidden };
  await attempt(
    () => send(change),
    words.siteStructure.changed(titleOf(part)),
    async () => {
      await send(inverse);
      refreshStructure(site);
    },
  );
  refreshStructure(site);
}

/** Adds spaces as sections, or as variants of a section or of the site, one after the other in their order. */
export async function addSpaces(
  site: SiteRef,
  spaceIds: readonly string[],
  as: { readonly sectionId: string | undefined } | "sections",
): Promise<void> {
  const added: string[] = [];
  const isSection = as === "sections";
  const add = async (spaceId: string) => {
    if (isSection) return call(`POST ${path}/sections`, site, { body: { spaceId } });
    const body = { spaceId, ...(as.sectionId !== undefined && { sectionId: as.sectionId }) };
    return call(`POST ${path}/site-spaces`, site, { body });
  };
  try {
    for (const spaceId of spaceIds) added.push((await add(spaceId)).id);
  } catch (error) {
    showFailure(error);
  }
  refreshStructure(site);
  if (added.length === 0) return;
  showDone(words.siteStructure.added(added.length), async () => {
    for (const id of added.toReversed())
      await removePart(site, { object: isSection ? "site-section" : "site-space", id });
    refreshStructure(site);
  });
}

/** Adds an empty group, and offers to undo it. */
export async function addGroup(site: SiteRef, title: string): Promise<void> {
  const { id } = await call(`POST ${path}/section-groups`, site, { body: { title } });
  refreshStructure(site);
  showDone(words.siteStructure.groupAdded(title), async () => {
    await removePart(site, { object: "site-section-group", id });
    refreshStructure(site);
  });
}

export function removePart(site: SiteRef, { object, id }: Pick<StructurePart, "object" | "id">) {
  if (object === "site-space")
    return call(`DELETE ${path}/site-spaces/:siteSpaceId`, { ...site, siteSpaceId: id });
  return object === "site-section"
    ? call(`DELETE ${path}/sections/:siteSectionId`, { ...site, siteSectionId: id })
    : call(`DELETE ${path}/section-groups/:siteSectionGroupId`, { ...site, siteSectionGroupId: id });
}
