import { mkdir } from "node:fs/promises";
import type { Context } from "../api/http/index.ts";
import { openContent } from "../content/index.ts";
import {
  diskTarget,
  type ExportSource,
  type ExportTarget,
  exportSpace,
  isEmptyFolder,
} from "../exporting/index.ts";
import { errorMessage, FatalError } from "../platform/index.ts";
import { fromSites, publicUrl, siteColumns } from "../publishing/index.ts";
import { openContext } from "../server/index.ts";
import { exportSite } from "../site/index.ts";
import { readBlob } from "../storage/files/index.ts";
import { openNodes, selectActiveSpaces } from "../storage/repositories/index.ts";
import { UsageError } from "./command.ts";
import { databaseCommand } from "./database-command.ts";
import { Progress } from "./progress.ts";

export const exportFolder = databaseCommand(
  async (database, { positionals: [folder], options: { space, site, url } }, config) => {
    if ((space === undefined) === (site === undefined))
      throw new UsageError("Which space or site? Give one id, with --space or --site");
    if (url !== undefined && site === undefined) throw new UsageError("--url needs --site");
    if (folder === undefined) throw new UsageError("Which folder? Give the name of a new folder");
    const context = await openContext(config, database);
    const write =
      space === undefined ? await siteWriter(context, site ?? "", url) : await spaceWriter(context, space);
    const isEmpty = await isEmptyFolder(folder).catch((error) => {
      throw new UsageError(`${folder} is not a writable folder: ${errorMessage(error)}`);
    });
    if (!isEmpty) throw new UsageError(`${folder} is not empty; give the name of a new folder`);
    await exportTo(folder, write);
    process.stdout.write(`${folder}\n`);
  },
);

/** Writes to a folder, and returns what it has written as a sentence. */
type Write = (target: ExportTarget, progress: Progress) => Promise<string>;

async function exportTo(folder: string, write: Write): Promise<void> {
  const progress = new Progress();
  let result: string;
  try {
    await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
    result = await write(diskTarget(folder), progress);
  } catch (error) {
    throw new FatalError(`The export to ${folder} failed and is incomplete: ${errorMessage(error)}`);
  } finally {
    progress.end();
  }
  process.stderr.write(`${result}\n`);
}

async function spaceWriter(context: Context, id: string): Promise<Write> {
  const source = await openSource(context, id);
  if (source === undefined) throw new UsageError(`There is no space ${id}`);
  return async (target, progress) => {
    const { pages, files } = await exportSpace(source, target, (done, all) =>
      progress.show(
        done.pages + done.files,
        all.pages + all.files,
        `${done.pages} of ${all.pages} pages, ${done.files} of ${all.files} files`,
      ),
    );
    return `Exported ${pages} pages and ${files} files`;
  };
}

async function siteWriter(context: Context, id: string, url: string | undefined): Promise<Write> {
  const site = await fromSites(context.database.read)
    .where("sites.id", "=", id)
    .select(siteColumns)
    .executeTakeFirst();
  if (site === undefined) throw new UsageError(`There is no site ${id}`);
  if (url !== undefined && !["http:", "https:"].includes(URL.parse(url)?.protocol ?? ""))
    throw new UsageError("--url must be an http or https URL");
  // A web server, which runs as another user, reads the copy of a public site.
  if (["public", "unlisted"].includes(site.visibility)) process.umask(0o022);
  return async (target, progress) => {
    const { pages, files, skipped } = await exportSite(context, {
      site,
      target,
      url: url ?? publicUrl(context.config.sites, site),
      onProgress: (done, all) => progress.show(done, all, `${done} of ${all} pages`),
    });
    for (const path of skipped) process.stderr.write(`Omitted, because its name is too long: ${path}\n`);
    return `Exported ${pages} pages and ${files} files`;
  };
}

/** The primary content of a space that is not in the trash. */
async function openSource(context: Context, spaceId: string): Promise<ExportSource | undefined> {
  const { read } = context.database;
  const space = await selectActiveSpaces(read)
    .where("spaces.id", "=", spaceId)
    .select(["spaces.repository_id", "spaces.root"])
    .executeTakeFirst();
  if (space === undefined) return undefined;
  const { repository_id: repositoryId, root } = space;
  return {
    content: openContent(openNodes(context, repositoryId), root),
    bytesOf: ({ blob, size }) => readBlob(context, repositoryId, blob, { start: 0, end: size }),
  };
}
