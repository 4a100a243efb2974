import { ApiError, call } from "../../data/api.ts";
import { refreshLibrary } from "../../data/library.ts";
import { refresh } from "../../data/queries.ts";
import { words } from "../../words/index.ts";
import { changeDraft, discardDraft, readDraft } from "./draft.ts";

interface MakeOptions {
  /** The spaces that the site shows, unless its content is a sample or an empty space. */
  readonly spaces: readonly string[];
  /** The path of the site, if the user may set it. */
  readonly path: string | undefined;
  readonly isPublished: boolean;
  readonly onProgress: (text: string) => void;
}

/**
 * Creates a site from its draft and returns its id. What exists already is in the draft after each step, so that a failed
 * attempt is continued by the next one.
 */
export async function makeSite(organizationId: string, options: MakeOptions): Promise<string> {
  const { spaces, onProgress, isPublished } = options;
  const texts = words.siteCreation.progress;
  try {
    onProgress(texts.creating);
    const siteId = await create(organizationId, spaces);
    await addSections(organizationId, siteId, spaces, onProgress);
    onProgress(texts.naming);
    await name(organizationId, siteId, options.path);
    if (isPublished) {
      onProgress(texts.publishing);
      await call("POST /orgs/:organizationId/sites/:siteId/publish", { organizationId, siteId });
    }
    discardDraft(organizationId);
    return siteId;
  } finally {
    refreshLibrary(organizationId);
    refresh(`/orgs/${organizationId}/sites`);
  }
}

async function create(organizationId: string, spaces: readonly string[]): Promise<string> {
  const { source, arrangement, title, visibility, made } = readDraft(organizationId);
  if (made !== undefined && (await exists(organizationId, made.site))) return made.site;
  const first = arrangement === "variants" ? spaces : spaces.slice(0, 1);
  const content = source === "sample" || source === "empty" ? source : [...first];
  const body = { title: title.trim(), visibility, spaces: content };
  const site = await call("POST /orgs/:organizationId/sites", { organizationId }, { body });
  changeDraft(organizationId, { made: { site: site.id, added: first.length } });
  return site.id;
}

/** Whether nobody has deleted a site since an attempt that failed. */
async function exists(organizationId: string, siteId: string): Promise<boolean> {
  try {
    await call("GET /orgs/:organizationId/sites/:siteId", { organizationId, siteId });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false;
    throw error;
  }
}

/** Sections are added one after the other, in their order. */
async function addSections(
  organizationId: string,
  siteId: string,
  spaces: readonly string[],
  onProgress: (text: string) => void,
) {
  const { made } = readDraft(organizationId);
  for (let added = made?.added ?? spaces.length; added < spaces.length; added++) {
    onProgress(words.siteCreation.progress.adding(added, spaces.length));
    const body = { spaceId: spaces[added] ?? "" };
    await call("POST /orgs/:organizationId/sites/:siteId/sections", { organizationId, siteId }, { body });
    changeDraft(organizationId, { made: { site: siteId, added: added + 1 } });
  }
}

/** Sets the path. Title and readers may have been changed since an attempt that failed. */
async function name(organizationId: string, siteId: string, path: string | undefined): Promise<void> {
  if (path === undefined) return;
  const { title, visibility } = readDraft(organizationId);
  const body = { title: title.trim(), visibility, basename: path };
  await call("PATCH /orgs/:organizationId/sites/:siteId", { organizationId, siteId }, { body });
}
