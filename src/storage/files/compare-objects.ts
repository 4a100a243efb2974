import { addMilliseconds } from "../../platform/index.ts";
import { inBatches } from "../database/index.ts";
import { type FileContext, requireObjects, unusedObjectTime } from "./object-files.ts";

export interface ObjectDifferences {
  /** The names of objects that files refer to, and that do not exist. */
  readonly missing: readonly string[];
  /** Objects that no file refers to, and that no job will remove. */
  readonly unused: readonly { readonly name: string; readonly size: number }[];
}

/** Compares what files refer to with the objects that exist. Objects of the last day are not counted as unused. */
export async function compareObjects(files: FileContext): Promise<ObjectDifferences> {
  const { database, clock } = files;
  const existing = new Map<string, { readonly size: number; readonly modifiedAt: string }>();
  // Rows are read after the objects, so that an object that is stored meanwhile is neither missing nor unused.
  const referred = async () => {
    const blobs = await database.read
      .selectFrom("blobs")
      .where("object", "is not", null)
      .select("object")
      .union(database.read.selectFrom("run_files").where("object", "is not", null).select("object"))
      .execute();
    return new Set(blobs.map(({ object }) => object ?? ""));
  };
  const before = await referred();
  for (const start of ["blobs/", "runs/"])
    for await (const { name, ...object } of requireObjects(files).list(start)) existing.set(name, object);
  const after = await referred();
  const oldest = addMilliseconds(clock.now(), -unusedObjectTime);
  const unused = [...existing].filter(([name, { modifiedAt }]) => !after.has(name) && modifiedAt < oldest);
  const scheduled = await inBatches(
    unused.map(([name]) => name),
    (names) => database.read.selectFrom("object_checks").where("name", "in", names).select("name").execute(),
  );
  const known = new Set(scheduled.map(({ name }) => name));
  return {
    missing: [...before].filter((name) => after.has(name) && !existing.has(name)).toSorted(),
    unused: unused.filter(([name]) => !known.has(name)).map(([name, { size }]) => ({ name, size })),
  };
}
