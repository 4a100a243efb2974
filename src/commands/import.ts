import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Context } from "../api/http/index.ts";
import { importContent } from "../api/imports/index.ts";
import { findSpaceForUser, type SpaceRow } from "../api/spaces/index.ts";
import { LecternError } from "../platform/index.ts";
import { openContext } from "../server/index.ts";
import { type ImportSource, importSources } from "../storage/database/index.ts";
import { type Command, UsageError } from "./command.ts";
import { Progress } from "./progress.ts";
import { withDatabase } from "./with-database.ts";

export const importIntoSpace: Command = {
  usage: "import --space ID --source SOURCE FILE-OR-URL",
  about: `Bring content into a space from elsewhere (${importSources.join(", ")}), while the server runs`,
  run: (config, { options, words: [from] }) =>
    withDatabase(config, async (database) => {
      if (options.space === undefined) throw new UsageError("Which space? Give its id with --space");
      if (from === undefined) throw new UsageError("From where? Give a file, or an address");
      const order = { source: requireSource(options.source), from: placeOf(from) };
      // Whoever may run this reaches what this machine reaches anyway.
      const context = await openContext({ ...config, allowPrivateNetwork: true }, database);
      const { space, userId } = await findSpace(context, options.space);
      const progress = new Progress();
      const { revision, importedResources, totalResources } = await importContent(
        { context, caller: { tokenId: "", userId, email: "" }, ifMatch: undefined },
        { space },
        order,
        { report: ({ done, total }) => progress.show(done, total, `${done} of ${total} pages and files`) },
      )
        .finally(() => progress.end())
        .catch((error) => {
          throw naming(from, error);
        });
      process.stderr.write(`Imported ${importedResources} of ${totalResources} pages and files\n`);
      process.stdout.write(`${revision}\n`);
    }),
};

/** Whoever gave a file, or an address, hears of that, and not of the field that it would be in. */
function naming(from: string, error: unknown): unknown {
  return error instanceof LecternError ? new UsageError(error.message.replace(/^url:/, `${from}:`)) : error;
}

function requireSource(text: string | undefined): ImportSource {
  const source = importSources.find((each) => each === text);
  if (source === undefined)
    throw new UsageError(`What is there? Say --source with one of ${importSources.join(", ")}`);
  return source;
}

function placeOf(from: string): { url: string } | { path: string } {
  if (/^https?:\/\//i.test(from)) return { url: from };
  if (!existsSync(from)) throw new UsageError(`There is no file ${from}`);
  return { path: resolve(from) };
}

/** The space, and the first admin of its organization, in whose name it is changed. */
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
