import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Context } from "../api/http/index.ts";
import { importContent } from "../api/imports/index.ts";
import { findSpaceForUser, type SpaceRow } from "../api/spaces/index.ts";
import { LecternError } from "../platform/index.ts";
import { openContext } from "../server/index.ts";
import { importSources } from "../storage/database/index.ts";
import { UsageError } from "./command.ts";
import { databaseCommand } from "./database-command.ts";
import { Progress } from "./progress.ts";

export const importIntoSpace = databaseCommand(
  async (database, { options, positionals: [fileOrUrl] }, config) => {
    if (options.space === undefined) throw new UsageError("Which space? Give its id with --space");
    if (fileOrUrl === undefined) throw new UsageError("Import from where? Give a file or a URL");
    const source = importSources.find((name) => name === options.source);
    if (source === undefined)
      throw new UsageError(`Which source? Give --source with one of ${importSources.join(", ")}`);
    const location = parseLocation(fileOrUrl);
    // The operator can reach the private network anyway.
    const context = await openContext({ ...config, allowPrivateNetwork: true }, database);
    const { space, userId } = await findSpace(context, options.space);
    const progress = new Progress();
    const {
      revision,
      importedResources,
      totalResources,
      warnings = [],
    } = await importContent(
      { context, caller: { tokenId: "", kind: "api", userId, email: "" }, ifMatch: undefined },
      { space },
      { source, from: location, replaces: options.replace !== undefined, origin: options.origin },
      { report: ({ done, total }) => progress.show(done, total, `${done} of ${total} pages and files`) },
    )
      .finally(() => progress.end())
      .catch((error) => {
        // The API names the field "url"; here the message names the file or URL.
        if (!(error instanceof LecternError)) throw error;
        throw new UsageError(error.message.replace(/^url:/, `${fileOrUrl}:`));
      });
    process.stderr.write(`Imported ${importedResources} of ${totalResources} pages and files\n`);
    for (const warning of warnings) process.stderr.write(`${warning}\n`);
    process.stdout.write(`${revision}\n`);
  },
);

function parseLocation(fileOrUrl: string): { url: string } | { path: string } {
  if (/^https?:\/\//i.test(fileOrUrl)) return { url: fileOrUrl };
  if (!existsSync(fileOrUrl)) throw new UsageError(`There is no file ${fileOrUrl}`);
  return { path: resolve(fileOrUrl) };
}

/** Finds the space and the first admin of its organization, who becomes the author of the revision. */
async function findSpace({ database }: Context, id: string): Promise<{ space: SpaceRow; userId: string }> {
  const admin = await database.read
    .selectFrom("contents")
    .innerJoin("members", "members.organization_id", "contents.organization_id")
    .where("contents.id", "=", id)
    .where("contents.kind", "=", "space")
    .where("contents.deleted_at", "is", null)
    .where("members.role", "=", "admin")
    .where("members.disabled", "=", 0)
    .orderBy("members.joined_at")
    .select("members.user_id")
    .executeTakeFirst();
  const found = admin && (await findSpaceForUser(database.read, id, admin.user_id));
  if (admin === undefined || found === undefined) throw new UsageError(`There is no space ${id}`);
  return { space: found.row, userId: admin.user_id };
}
