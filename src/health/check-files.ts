import type { Config } from "../config/index.ts";
import { filePlaceValue } from "../storage/files/index.ts";
import type { InspectedDatabase } from "../storage/inspection/index.ts";
import { findReadProblem } from "../storage/objects/index.ts";
import { type Check, checksOf } from "./check.ts";

const { ok, warning, failed } = checksOf("files");

/** Checks whether the object storage answers, and whether files are where the settings say. Changes nothing. */
export async function checkFiles(
  { objectStorage, redirectFiles }: Pick<Config, "objectStorage" | "redirectFiles">,
  database: InspectedDatabase,
): Promise<Check[]> {
  const { files, unused, place: newPlace } = await readFacts(database);
  if (objectStorage === undefined)
    return [
      files === 0
        ? ok("Files are in the database")
        : failed(
            `${files} files are in object storage, but LECTERN_FILES_URL is not set: they cannot be read`,
            "Set LECTERN_FILES_URL as it was, or restore a backup that contains them",
          ),
      ...(redirectFiles
        ? [warning("LECTERN_FILES_REDIRECT has no effect", "Set LECTERN_FILES_URL too")]
        : []),
    ];
  const problem = await findReadProblem(objectStorage);
  if (problem !== undefined) return [failed(problem.finding, problem.advice)];
  const { bucket, prefix } = objectStorage;
  const place = `s3://${bucket}${prefix && `/${prefix}`}`;
  if (newPlace !== "database") return [ok(`The object storage ${place} answers; it has ${files} files`)];
  const left =
    files === 0 && unused === 0
      ? "LECTERN_FILES_URL can be unset"
      : `It still has ${files} files, and ${unused} objects that will be removed: unset LECTERN_FILES_URL then`;
  return [
    warning(
      `New files are stored in the database since \`files move --to database\`. ${left}`,
      "To store them in the object storage again, run `files move --to s3`",
    ),
  ];
}

/** Without the tables, which an earlier version lacks, no file is in object storage. */
async function readFacts(database: InspectedDatabase) {
  const [row] = await database
    .query(
      `select (select count(*) from blobs where object is not null) as files,
        (select count(*) from object_checks) as unused,
        (select value from server_settings where name = '${filePlaceValue}') as place`,
    )
    .catch(() => []);
  return { files: Number(row?.files ?? 0), unused: Number(row?.unused ?? 0), place: row?.place };
}
