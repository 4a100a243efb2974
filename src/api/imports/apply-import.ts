import type { Change } from "../../content/changes/index.ts";
import { findMembership, type Membership } from "../../identity/roles/index.ts";
import {
  type AppLinks,
  changesFromImport,
  findAppLinks,
  fitFileName,
  fitPages,
  fitReusableContents,
  type TargetPage,
} from "../../importing/changes/index.ts";
import type { LoadSpec } from "../../importing/openapi-pages/index.ts";
import type { ImportedTree, SourcePage } from "../../importing/source/index.ts";
import { badInput, derivedId, newId, newSecretId } from "../../platform/index.ts";
import { type Upload, uploadFromDisk } from "../../storage/files/index.ts";
import { addOrigin, readOrigins, type SpaceRef } from "../../storage/repositories/index.ts";
import { type ChangeCall, type ContentTarget, commitChanges, storeBlobs } from "../content/index.ts";
import type { Context } from "../http/index.ts";
import { findAppLinkDestinations } from "../links/index.ts";
import { findSpecsFor, readSpecDocuments } from "../openapi-specs/index.ts";
import { findSpaceForUser } from "../spaces/index.ts";
import type { ImportResult } from "./schema.ts";

const maxWarnings = 100;

interface PreparedImport extends Omit<ImportResult, "revision"> {
  /** The pages of the import in the order of their changes. */
  readonly pages: readonly Pick<SourcePage, "address" | "type">[];
  readonly lost: readonly string[];
  readonly reusableContents: number;
  readonly changes: readonly Change[];
  readonly uploads: readonly Upload[];
  readonly replaces: boolean;
}

interface PrepareOptions {
  readonly targetPage?: TargetPage | undefined;
  readonly replaces?: boolean | undefined;
  /** The space that the content belongs to. */
  readonly spaceId: string;
  /** Resolves links to GitBook's application. */
  readonly resolveAppLinks: (urls: readonly string[]) => Promise<AppLinks>;
}

/**
 * Prepares an imported tree for the top level of content, or for one of its pages. If it replaces the content, ids depend
 * on addresses, so that pages keep theirs when they are imported again.
 */
export async function prepareImport(imported: ImportedTree, options: PrepareOptions) {
  const { targetPage, replaces, spaceId } = options;
  const idOf = replaces ? (address: string) => derivedId(spaceId, address) : undefined;
  const { pages, lost } = await fitPages(imported.pages, targetPage?.extent);
  if (pages.length === lost.length) throw badInput("url", "contains no page that could be imported");
  const uploads: Upload[] = [];
  for (const { path, name, contentType } of imported.files)
    uploads.push(await uploadFromDisk(path, { name: fitFileName(name), contentType }));
  const files = uploads.map(({ record }, i) => ({ address: imported.files[i]?.address ?? "", record }));
  const fitted = await fitReusableContents(imported.reusableContents ?? []);
  const reusableContents = fitted.map((content) => ({
    ...content,
    id: idOf?.(content.address) ?? newId(),
  }));
  const importedResources = pages.length - lost.length + files.length + reusableContents.length;
  const tree = { pages, files, reusableContents, variables: imported.variables ?? {} };
  // In empty content, refs cannot be paths of pages. They are the same each time, since documents contain them.
  const id = replaces ? "replaced" : newSecretId();
  const appLinks = await options.resolveAppLinks(findAppLinks(pages, reusableContents));
  return {
    changes: await changesFromImport(tree, { id, targetPage, appLinks, idOf }),
    uploads,
    pages,
    lost,
    reusableContents: reusableContents.length,
    replaces: replaces === true,
    importedResources,
    totalResources: Math.max(imported.total, importedResources),
    ...(imported.warnings?.length && { warnings: imported.warnings.slice(0, maxWarnings) }),
  };
}

/** Finds the targets of links to GitBook's application: pages of this import, and of spaces that the user may read. */
export function appLinkResolver(
  context: Context,
  { organizationId, spaceId }: SpaceRef,
  userId: string,
  origin: string | undefined,
): PrepareOptions["resolveAppLinks"] {
  return async (urls) => {
    const ownOrigins = new Set([spaceId, ...(await readOrigins(context.database.read, spaceId))]);
    if (origin !== undefined) ownOrigins.add(origin);
    const member = urls.length === 0 ? undefined : await findMember(context, organizationId, userId);
    const destinations =
      member === undefined ? new Map() : await findAppLinkDestinations(context, member, urls);
    return { ownOrigins, destinations };
  };
}

async function findMember(
  { database }: Context,
  organizationId: string,
  userId: string,
): Promise<Membership | undefined> {
  const membership = await findMembership(database.read, organizationId, userId);
  if (membership === undefined || membership.disabled) return undefined;
  return { organizationId, userId, role: membership.role };
}

/** Loads the OpenAPI documents of an organization that the user may read. */
export function specLoader(context: Context, organizationId: string, userId: string): LoadSpec {
  const { database } = context;
  return async (slug) => {
    const member = await findMember(context, organizationId, userId);
    if (member === undefined) return undefined;
    const specs = await findSpecsFor(database.read, member, [slug]);
    return (await readSpecDocuments(context, organizationId, specs)).get(slug)?.document;
  };
}

/** Stores the uploaded files, before the content is locked. */
export async function storeFiles(context: Context, target: ContentTarget, { uploads }: PreparedImport) {
  await storeBlobs(context, await target.read(), uploads);
}

/** Applies an import. The transaction that saves the revision records the origin, too. */
export async function applyImport(
  call: ChangeCall,
  target: ContentTarget,
  { changes, uploads, replaces, importedResources, totalResources, warnings }: PreparedImport,
  origin?: string,
): Promise<ImportResult> {
  const permitted = await replaceHiddenTargets(call, changes);
  let recordedIn: string | undefined;
  const recording: ContentTarget = {
    ...target,
    compareAndSwap: async (trx, head, saved, result) => {
      if (!(await target.compareAndSwap(trx, head, saved, result))) return false;
      if (origin !== undefined) await addOrigin(trx, target.spaceId, origin);
      recordedIn = saved.id;
      return true;
    },
  };
  const { revisionId } = await commitChanges(call, recording, {
    ...{ changes: permitted, uploads, replaces },
    entry: { kind: "import" },
  });
  // An import that replaces the content by the same content makes no revision.
  if (origin !== undefined && recordedIn !== revisionId)
    await call.context.database.write((trx) => addOrigin(trx, target.spaceId, origin));
  return { revision: revisionId, importedResources, totalResources, ...(warnings && { warnings }) };
}

/** Replaces link pages to spaces that the caller cannot read with empty documents. */
async function replaceHiddenTargets({ context, caller }: ChangeCall, changes: readonly Change[]) {
  const hidden = new Set<string>();
  for (const id of new Set(changes.map(targetSpaceOf).filter((spaceId) => spaceId !== undefined))) {
    const found = await findSpaceForUser(context.database.read, id, caller.userId);
    if (found === undefined || found.role === null) hidden.add(id);
  }
  return changes.map((change) => {
    if (change.operation !== "insert_page" || !hidden.has(targetSpaceOf(change) ?? "")) return change;
    const { target, ...page } = change;
    return { ...page, type: "document" as const };
  });
}

function targetSpaceOf(change: Change): string | undefined {
  const target = change.operation === "insert_page" ? change.target : undefined;
  return target !== undefined && "space" in target ? target.space : undefined;
}
