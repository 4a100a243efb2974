import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Context } from "../api/http/index.ts";
import { type ImportResult, importContent } from "../api/imports/index.ts";
import { createSite } from "../api/sites/index.ts";
import { createSpace, findSpaceForUser, type SpaceRow, updateSpace } from "../api/spaces/index.ts";
import type { Membership } from "../identity/roles/index.ts";
import { openFolder } from "../importing/folders/index.ts";
import { downloadArchive } from "../importing/index.ts";
import {
  type ConfiguredSpace,
  readSiteConfiguration,
  type SiteConfiguration,
  spacesOf,
} from "../importing/site-configuration/index.ts";
import { ImportError } from "../importing/source/index.ts";
import { withTemporaryFolder } from "../platform/child-process/index.ts";
import { fold } from "../platform/index.ts";
import { changeStructure, readStructure } from "../publishing/index.ts";
import { openContext } from "../server/index.ts";
import { type Language, languages } from "../storage/database/index.ts";
import { addOrigin } from "../storage/repositories/index.ts";
import { UsageError } from "./command.ts";
import { applyConfiguration, fitTitle, siteSpacesByKey } from "./configured-structure.ts";
import { databaseCommand } from "./database-command.ts";
import { matchOrigins, readAppLinks } from "./match-origins.ts";
import { setLocales } from "./site-locales.ts";

export const importIntoSite = databaseCommand(
  async (database, { options, positionals: [source] }, config) => {
    if (options.organization === undefined)
      throw new UsageError("Which organization? Give its id with --organization");
    if (source === undefined) throw new UsageError("Import from where? Give a folder, a zip file or a URL");
    // The operator can reach the private network anyway.
    const context = await openContext({ ...config, allowPrivateNetwork: true }, database);
    const { siteId, warnings } = await importSite(context, options.organization, source, {
      ...(options.site !== undefined && { siteId: options.site }),
      origins: parseOrigins(options.origins),
      report: (line) => process.stderr.write(`${line}\n`),
    });
    for (const warning of warnings) process.stderr.write(`${warning}\n`);
    process.stdout.write(`${siteId}\n`);
  },
);

/** Parses `key=id` pairs: the ids that spaces have in GitBook. */
function parseOrigins(text = ""): Map<string, string> {
  const pairs = text.split(",").filter((pair) => pair.trim() !== "");
  return new Map(
    pairs.map((pair) => {
      const end = pair.lastIndexOf("=");
      const [key, id] = [pair.slice(0, Math.max(end, 0)).trim(), pair.slice(end + 1).trim()];
      if (key === "" || !/^[\w-]+$/.test(id))
        throw new UsageError(`--origins: "${pair}" is not the key of a space, "=" and its id in GitBook`);
      return [key, id];
    }),
  );
}

interface Options {
  /** The site to update; by default the one that was imported from the same source. */
  readonly siteId?: string;
  /** The ids that spaces have in GitBook, by their keys in the configuration. */
  readonly origins?: ReadonlyMap<string, string>;
  readonly report?: (line: string) => void;
  /** The collection of new spaces. */
  readonly parentId?: string;
  /** Imports a folder into a space. By default, a child process does. */
  readonly importFolder?: typeof importInChildProcess;
}

interface SiteImport extends Required<Pick<Options, "importFolder">> {
  readonly context: Context;
  readonly member: Membership;
  readonly parentId: string | null;
  /** The folder or zip file. */
  readonly path: string;
  readonly warnings: string[];
}

/** Creates or updates a site from a repository, and returns its id. A new site is not published. */
export async function importSite(
  context: Context,
  organizationId: string,
  location: string,
  options: Options = {},
): Promise<{ readonly siteId: string; readonly warnings: readonly string[] }> {
  const { siteId, origins = new Map(), report = () => {}, parentId = null } = options;
  const { importFolder = importInChildProcess } = options;
  const member = await findAdmin(context, organizationId);
  const source = isUrl(location) ? location : resolve(location);
  return withSource(context, source, async (path) => {
    const configuration = await readConfiguration(path, location);
    const warnings = [...configuration.warnings];
    const run: SiteImport = { context, member, parentId, path, warnings, importFolder };
    const id = await prepareSite(run, configuration, source, siteId);
    const spaceIds = await prepareSpaces(run, configuration, id, origins);
    const importOne = async (space: ConfiguredSpace): Promise<readonly string[]> => {
      const result = await importSpace(run, space, spaceIds.get(space) ?? "");
      report(`${space.title}: ${result.importedResources} of ${result.totalResources} pages and files`);
      const folder = space.directory === "" ? "" : `${space.directory}/`;
      return (result.warnings ?? []).map((warning) => folder + warning);
    };
    for (const space of spacesOf(configuration)) warnings.push(...(await importOne(space)));
    const linking = await findSpacesToLink(run, spaceIds);
    // Links to a space that was imported later are resolved by importing again.
    for (const space of linking) await importOne(space);
    return { siteId: id, warnings };
  });
}

function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

async function withSource<T>(
  context: Context,
  source: string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  if (!isUrl(source)) {
    if (!existsSync(source)) throw new UsageError(`There is no file ${source}`);
    return work(source);
  }
  return withTemporaryFolder(async (folder) => {
    const path = await downloadArchive(source, folder, context.config).catch((error) => {
      throw error instanceof ImportError ? new UsageError(`${source}: ${error.message}`) : error;
    });
    return work(path);
  });
}

async function readConfiguration(path: string, name: string): Promise<SiteConfiguration> {
  const folder = await openFolder(path).catch((error) => {
    throw error instanceof ImportError ? new UsageError(`${name}: ${error.message}`) : error;
  });
  try {
    const configuration = await readSiteConfiguration(folder);
    if (configuration === undefined || spacesOf(configuration).length === 0)
      throw new UsageError(`${name} has no gitbook-docs.yaml or docs.yaml with spaces`);
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

/** Finds the site to update, or creates one; and sets its title. */
async function prepareSite(
  { context, member }: SiteImport,
  configuration: SiteConfiguration,
  source: string,
  siteId: string | undefined,
): Promise<string> {
  const { organizationId } = member;
  const title = fitTitle(configuration.title, 128);
  const existing = await context.database.read
    .selectFrom("sites")
    .where("organization_id", "=", organizationId)
    .where(siteId === undefined ? "source" : "id", "=", siteId ?? source)
    .orderBy("id")
    .select("id")
    .executeTakeFirst();
  if (existing === undefined && siteId !== undefined) throw new UsageError(`There is no site ${siteId}`);
  const id = existing?.id ?? (await createSite(context, member, { title, spaces: [] }));
  await context.database.write((trx) =>
    trx
      .updateTable("sites")
      .set({ title, search_text: fold(title), source })
      .where("organization_id", "=", organizationId)
      .where("id", "=", id)
      .execute(),
  );
  return id;
}

/** Creates the spaces that the site does not have, and gives the site the structure of the configuration. */
async function prepareSpaces(
  run: SiteImport,
  configuration: SiteConfiguration,
  siteId: string,
  origins: ReadonlyMap<string, string>,
): Promise<Map<ConfiguredSpace, string>> {
  const { context, member, warnings } = run;
  const site = { id: siteId, organization_id: member.organizationId };
  const configured = spacesOf(configuration);
  for (const key of origins.keys())
    if (!configured.some((space) => space.key === key))
      throw new UsageError(`--origins: there is no space with the key ${key}`);
  const before = siteSpacesByKey(await readStructure(context.database.read, site));
  const spaceIds = new Map<ConfiguredSpace, string>();
  for (const space of configured) {
    const known = before.get(space.key);
    const id = await prepareSpace(run, space, known?.isTrashed ? undefined : known?.spaceId);
    spaceIds.set(space, id);
    const origin = origins.get(space.key);
    if (origin !== undefined) await context.database.write((trx) => addOrigin(trx, id, origin));
  }
  await context.database.write(async (trx) => {
    await changeStructure(trx, site, (structure) => applyConfiguration(structure, configuration, spaceIds));
    await setLocales(trx, site, configured, new Set(before.keys()));
  }, siteId);
  for (const [key, { spaceId }] of before)
    if (!configured.some((space) => space.key === key))
      warnings.push(`${key} is no longer in the repository: the space ${spaceId} was removed from the site`);
  return spaceIds;
}

/** Sets the title and the language of a space, or creates it. */
async function prepareSpace(
  { context, member, parentId, warnings }: SiteImport,
  { title: written, language: code }: ConfiguredSpace,
  existingId: string | undefined,
): Promise<string> {
  const { organizationId, userId } = member;
  const now = context.clock.now();
  const title = fitTitle(written, 50);
  const language = languageOf(code);
  if (code !== undefined && language === undefined)
    warnings.push(`${title}: the language ${code.slice(0, 20)} is not known, and not set`);
  const existing = existingId && (await findSpaceForUser(context.database.read, existingId, userId))?.row;
  if (!existing)
    return context.database.write((trx) =>
      createSpace(
        trx,
        { organizationId, parentId },
        { title, ...(language && { language }) },
        { userId, now },
      ),
    );
  if (existing.title !== title || (language !== undefined && existing.language !== language))
    await context.database.write((trx) =>
      updateSpace(trx, existing, { title, ...(language && { language }) }, now),
    );
  return existing.id;
}

function languageOf(code: string | undefined): Language | undefined {
  return languages.find((language) => language === code?.toLowerCase());
}

async function importSpace(
  { context, member, path, importFolder }: SiteImport,
  { directory }: ConfiguredSpace,
  id: string,
): Promise<ImportResult> {
  const found = await findSpaceForUser(context.database.read, id, member.userId);
  if (found === undefined) throw new UsageError(`The space ${id} was deleted`);
  return importFolder(context, member, found.row, { path, directory });
}

function importInChildProcess(
  context: Context,
  { userId }: Membership,
  space: SpaceRow,
  { path, directory }: { readonly path: string; readonly directory: string },
): Promise<ImportResult> {
  const call = {
    context,
    caller: { tokenId: "", kind: "api" as const, userId, email: "" },
    ifMatch: undefined,
  };
  const source = { source: "zip", from: { path }, directory, replaces: true } as const;
  return importContent(call, { space }, source, {});
}

/** The spaces with links to GitBook's application that can be resolved now. */
async function findSpacesToLink(
  { context, member, warnings }: SiteImport,
  spaceIds: ReadonlyMap<ConfiguredSpace, string>,
): Promise<ConfiguredSpace[]> {
  const spaces = await readAppLinks(context, member.organizationId, [...spaceIds.values()]);
  const matches = await matchOrigins(context, member.organizationId, spaces);
  const nameOf = (space: SpaceRow | undefined) =>
    space === undefined
      ? "is not one of these spaces; name it with --origins if it is"
      : `is taken to be ${space.title}, because of the pages that are linked to`;
  warnings.push(
    ...matches.map(({ originId, space }) => `https://app.gitbook.com/s/${originId} ${nameOf(space)}`),
  );
  const unresolved = new Set(matches.flatMap(({ originId, space }) => (space ? [] : originId)));
  const linking = new Set(
    spaces
      .filter(({ entries }) => entries.some(({ ref }) => "space" in ref && !unresolved.has(ref.space ?? "")))
      .map(({ space }) => space.id),
  );
  return [...spaceIds].flatMap(([space, id]) => (linking.has(id) ? space : []));
}
