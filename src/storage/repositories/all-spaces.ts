import type { Reader, SpaceTable } from "../database/index.ts";

const batchSize = 200;

export type StoredSpace = Pick<SpaceTable, "id" | "repository_id" | "revision_id">;

/** All spaces, in the order of their ids. */
export async function* readAllSpaces(db: Reader): AsyncGenerator<StoredSpace> {
  for (let after = ""; ; ) {
    const spaces = await db
      .selectFrom("spaces")
      .where("id", ">", after)
      .select(["id", "repository_id", "revision_id"])
      .orderBy("id")
      .limit(batchSize)
      .execute();
    yield* spaces;
    const last = spaces.at(-1);
    if (last === undefined || spaces.length < batchSize) return;
    after = last.id;
  }
}
