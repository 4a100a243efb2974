import { existsSync } from "node:fs";
import type { Context } from "../api/http/index.ts";
import { type ImportResult, importContent } from "../api/imports/index.ts";
import { createSite } from "../api/sites/index.ts";
import { createSpace, findSpaceForUser, type SpaceRow } from "../api/spaces/index.ts";
import type { Membership } from "../identity/roles/index.ts";
import { openFolder } from "../importing/folders/index.ts";
import {
  type ConfiguredSection,
  type ConfiguredSpace,
  readSiteConfiguration,
  type SiteConfiguration,
  spacesOf,
} from "../importing/site-configuration/index.ts";
import { newId } from "../platform/index.ts";
import {
  addGroup,
  addSection,
  addSiteSpace,
  changeStructure,
  findSection,
  findSiteSpace,
  type Structure,
  sectionsOf,
  setDefault,
  siblingsOf,
} from "../publishing/index.ts";
import { openContext } from "../server/index.ts";
import { databaseCommand, UsageError } from "./command.ts";

export const importIntoSite = databaseCommand({
  name: "import-site",
  parameters: "--organization ID FOLDER-OR-ZIP",
  description: "Import the spaces of a repository with gitbook-docs.yaml or docs.yaml into a new site",
  run: async (database, { options, positionals: [path] }, config) => {
    if (options.organization === undefined)
      throw new UsageError("Which organization? Give its id with --organization");
    if (path === undefined) throw new UsageError("Import from where? Give a folder or a zip file");
    if (!existsSync(path)) throw new UsageError(`There is no file ${path}`);
    const context = await openContext(config, database);
    const report = (line: string) => process.stderr.write(`${line}\n`);
    const { siteId, warnings } = await importSite(context, options.organization, path, { report });
    for (const warning of warnings) process.stderr.write(`${warning}\n`);
    process.stdout.write(`${siteId}\n`);
  },
});

interface SiteImportOptions {
  readonly report?: (line: string) => void;
  /** The collection of the new spaces. */
  readonly parentId?: string;
  /** Imports a folder into a space. By default, a child process does. */
  readonly importFolder?: typeof importInChildProcess;
}

/** Creates a site of the spaces of a repository, and returns its id. The site is not published. */
export async function importSite(
  context: Context,
  organizationId: string,
  path: string,
  options: SiteImportOptions = {},
): Promise<{ readonly siteId: string; readonly warnings: readonly string[] }> {
  const configuration = await readConfiguration(path);
  const member = await findAdmin(context, organizationId);
  const { report, parentId = null, importFolder = importInChildProcess } = options;
  const warnings = [...configuration.warnings];
  const spaceIds = new Map<ConfiguredSpace, string>();
  for (const space of spacesOf(configuration)) {
    const row = await createEmptySpace(context, member, parentId, space);
    const result = await importFolder(context, member, row, { path, directory: space.directory });
    spaceIds.set(space, row.id);
    const folder = space.directory === "" ? "" : `${space.directory}/`;
    warnings.push(...(result.warnings ?? []).map((warning) => folder + warning));
    report?.(`${space.title}: ${result.importedResources} of ${result.totalResources} pages and files`);
  }
  const title = fitTitle(configuration.title, 128);
  const siteId = await createSite(context, member, { title, spaces: [] });
  const site = { id: siteId, organization_id: organizationId };
  await context.database.write((trx) =>
    changeStructure(trx, site, (structure) => addParts(structure, configuration, spaceIds)),
  );
  return { siteId, warnings };
}

async function readConfiguration(path: string): Promise<SiteConfiguration> {
  const folder = await openFolder(path);
  try {
    const configuration = await readSiteConfiguration(folder);
    if (configuration === undefined || spacesOf(configuration).length === 0)
      throw new UsageError(`${path} has no gitbook-docs.yaml or docs.yaml with spaces`);
    return configuration;
  } finally {
    await folder.close();
  }
}

/** The first admin of an organization, who becomes the author of the spaces. */
export async function findAdmin({ database }: Context, organizationId: string): Promise<Membership> {
  const admin = await database.read
    .selectFrom("members")
    .where("organization_id", "=", organizationId)
    .where("role", "=", "admin")
    .where("disabled", "=", 0)
    .orderBy("joined_at")
    .select("user_id")
    .executeTakeFirst();
  if (admin === undefined) throw new UsageError(`There is no organization ${organizationId}`);
  return { organizationId, userId: admin.user_id, role: "admin" };
}

async function createEmptySpace(
  { database, clock }: Context,
  { organizationId, userId }: Membership,
  parentId: string | null,
  { title }: ConfiguredSpace,
): Promise<SpaceRow> {
  const author = { userId, now: clock.now() };
  const id = await database.write((trx) =>
    createSpace(trx, { organizationId, parentId }, { title: fitTitle(title, 50) }, author),
  );
  const found = await findSpaceForUser(database.read, id, userId);
  if (found === undefined) throw new UsageError(`The space ${id} was deleted`);
  return found.row;
}

function importInChildProcess(
  context: Context,
  { userId }: Membership,
  space: SpaceRow,
  { path, directory }: { readonly path: string; readonly directory: string },
): Promise<ImportResult> {
  const call = { context, caller: { tokenId: "", userId, email: "" }, ifMatch: undefined };
  return importContent(call, { space }, { source: "zip", from: { path }, directory }, {});
}

function addParts(
  structure: Structure,
  { items, spaces }: SiteConfiguration,
  spaceIds: ReadonlyMap<ConfiguredSpace, string>,
): void {
  const addSpaces = (added: readonly ConfiguredSpace[], sectionId?: string): void => {
    for (const space of added) addSpace(space, (part) => addSiteSpace(structure, part, sectionId));
  };
  const addSpace = (space: ConfiguredSpace, add: (part: ReturnType<typeof partOf>) => void): void => {
    const part = partOf(space, spaceIds);
    add(part);
    const { siteSpace } = findSiteSpace(structure, part.id);
    siteSpace.condition = space.condition ?? null;
    if (space.isDefault)
      setDefault(siblingsOf(structure, findSiteSpace(structure, part.id)), part.id, "default");
  };
  const addSectionWithSpaces = (section: ConfiguredSection): string => {
    const { title, path, icon = null } = section;
    const id = newId();
    const [first, ...others] = section.spaces;
    if (first === undefined) return id;
    const added = { id, path, title: fitTitle(title, 128), icon };
    addSpace(first, (part) => addSection(structure, added, part, added));
    addSpaces(others, id);
    const { description = null, condition = null } = section;
    Object.assign(findSection(structure, id), { description: description?.slice(0, 256) ?? null, condition });
    if (section.isDefault) setDefault(sectionsOf(structure), id, "default");
    return id;
  };
  addSpaces(spaces);
  for (const item of items) {
    if (item.type === "section") addSectionWithSpaces(item);
    else {
      const ids = item.sections.map(addSectionWithSpaces);
      addGroup(structure, { id: newId(), title: fitTitle(item.title, 100), icon: item.icon ?? null }, ids);
    }
  }
}

function partOf(space: ConfiguredSpace, spaceIds: ReadonlyMap<ConfiguredSpace, string>) {
  return { id: newId(), spaceId: spaceIds.get(space) ?? "", path: space.path };
}

/** Shortens a title. Titles of sites and sections have at least two characters. */
function fitTitle(title: string, maxLength: number): string {
  const fitted = [...title.replace(/\p{Cc}+/gu, " ")].slice(0, maxLength).join("").trim();
  return fitted.length < 2 ? `${fitted} Documentation`.trim() : fitted;
}
