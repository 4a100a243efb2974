import { badInput, tooManyRequests } from "../../platform/index.ts";
import type { Reader, Writer } from "../../storage/database/index.ts";
import { removeRunFile } from "../../storage/files/index.ts";
import type { Context } from "../http/index.ts";
import { takenFileExpiry } from "./run-schema.ts";

/** Whose files these are. */
interface Owner {
  readonly organizationId: string;
  readonly userId: string;
}

/** How many files of a user wait for a run, in one organization. */
const maxKept = 8;

/** Refuses an upload if many files of the user wait already. */
export async function requireRoom({ database, clock }: Context, owner: Owner): Promise<void> {
  const kept = await database.read
    .selectFrom("run_files")
    .where("organization_id", "=", owner.organizationId)
    .where("created_by", "=", owner.userId)
    .where("expires_at", ">", clock.now())
    .where("id", "not in", exportedFiles(database.read, owner))
    .limit(maxKept)
    .select("id")
    .execute();
  if (kept.length >= maxKept)
    throw tooManyRequests(
      `You have ${maxKept} files that wait for their imports; try again later`,
      maxKept,
      60,
    );
}

/** The files that a user's exports have written. They are no uploads. */
function exportedFiles(db: Reader, { organizationId, userId }: Owner) {
  return db
    .selectFrom("export_runs")
    .where("organization_id", "=", organizationId)
    .where("created_by", "=", userId)
    .where("file_id", "is not", null)
    .select("file_id")
    .$narrowType<{ file_id: string }>();
}

/** Changes an uploaded file that no run has. */
function updateKept(trx: Writer, owner: Owner, key: string) {
  return trx
    .updateTable("run_files")
    .where("id", "=", key)
    .where("organization_id", "=", owner.organizationId)
    .where("created_by", "=", owner.userId)
    .where("size", "is not", null)
    .where("id", "not in", exportedFiles(trx, owner))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("import_runs")
            .whereRef("import_runs.file_id", "=", "run_files.id")
            .select("import_runs.id"),
        ),
      ),
    );
}

/** Takes the uploaded file, which belongs to a run from now on. */
export async function takeFile(
  trx: Writer,
  context: Context,
  owner: Owner,
  [key, ...others]: readonly string[],
) {
  if (key === undefined) throw badInput("source.files", "is required");
  if (others.length > 0) throw badInput("source.files", "must have one file; put several into a ZIP file");
  const file = await updateKept(trx, owner, key)
    .set({ expires_at: takenFileExpiry(context) })
    .returning(["id", "name"])
    .executeTakeFirst();
  if (file === undefined)
    throw badInput("source.files[0]", "is not the key of a file that you have uploaded for an import");
  return file;
}

/** Removes uploaded files whose import was refused, so that they leave room for the next attempt. */
export async function removeRefused(context: Context, owner: Owner, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    // A file without a size can be taken by no run.
    const file = await context.database.write((trx) =>
      updateKept(trx, owner, key).set({ size: null }).returning("id").executeTakeFirst(),
    );
    if (file !== undefined) await removeRunFile(context, file.id);
  }
}
