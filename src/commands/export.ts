import { mkdir } from "node:fs/promises";
import type { Context } from "../api/http/index.ts";
import { openContent } from "../content/index.ts";
import {
  diskTarget,
  type ExportCount,
  type ExportSource,
  exportSpace,
  isEmptyFolder,
} from "../exporting/index.ts";
import { errorMessage, FatalError } from "../platform/index.ts";
import { openContext } from "../server/index.ts";
import { readBlob } from "../storage/files/index.ts";
import { openNodes, selectActiveSpaces } from "../storage/repositories/index.ts";
import { databaseCommand, UsageError } from "./command.ts";
import { Progress } from "./progress.ts";

export const exportFolder = databaseCommand({
  name: "export",
  parameters: "--space ID FOLDER",
  description: "Write the pages and files of a space to a folder, as Markdown, while the server runs",
  run: async (database, { positionals: [folder], options: { space } }, config) => {
    if (space === undefined) throw new UsageError("Which space? Give its id with --space");
    if (folder === undefined) throw new UsageError("Which folder? Give the name of a new folder");
    const source = await openSource(await openContext(config, database), space);
    if (source === undefined) throw new UsageError(`There is no space ${space}`);
    const isEmpty = await isEmptyFolder(folder).catch((error) => {
      throw new UsageError(`${folder} is not a writable folder: ${errorMessage(error)}`);
    });
    if (!isEmpty) throw new UsageError(`${folder} is not empty; give the name of a new folder`);
    const { pages, files } = await exportTo(folder, source);
    process.stderr.write(`Exported ${pages} pages and ${files} files\n`);
    process.stdout.write(`${folder}\n`);
  },
});

async function exportTo(folder: string, source: ExportSource): Promise<ExportCount> {
  const progress = new Progress();
  try {
    await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
    return await exportSpace(source, diskTarget(folder), (done, all) =>
      progress.show(
        done.pages + done.files,
        all.pages + all.files,
        `${done.pages} of ${all.pages} pages, ${done.files} of ${all.files} files`,
      ),
    );
  } catch (error) {
    throw new FatalError(`The export to ${folder} failed and is incomplete: ${errorMessage(error)}`);
  } finally {
    progress.end();
  }
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
    bytesOf: ({ blob, size }) => readBlob(read, repositoryId, blob, { start: 0, end: size }),
  };
}
