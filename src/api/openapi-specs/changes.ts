import type { Static } from "@sinclair/typebox";
import { compareSpecs } from "../../openapi/changes/index.ts";
import { badInput, finishYielding } from "../../platform/index.ts";
import type { Reader } from "../../storage/database/index.ts";
import type { Context } from "../http/index.ts";
import { readVersionDocument } from "./documents.ts";
import type { SpecVersionChanges } from "./schema.ts";
import { findVersion, type SpecRow, selectVersions, type VersionRow, versionColumns } from "./store.ts";

/** The version with which one is compared: the given one, or the one before. The first version has none before it. */
export async function findCompared(
  db: Reader,
  spec: SpecRow,
  version: VersionRow,
  from: string | undefined,
): Promise<VersionRow | undefined> {
  if (from === undefined)
    return selectVersions(db, spec)
      .where("number", "<", version.number)
      .orderBy("number", "desc")
      .limit(1)
      .select(versionColumns)
      .executeTakeFirst();
  const found = await findVersion(db, spec, from);
  if (found === undefined) throw badInput("from", "is not the id of a version of this spec");
  return found;
}

/** What changed in a version since another one. All of a version is new if there is no other one. */
export async function readChanges(
  context: Context,
  spec: SpecRow,
  version: VersionRow,
  compared: VersionRow | undefined,
): Promise<Static<typeof SpecVersionChanges>> {
  // Only one comparison at a time holds its documents in memory.
  const { general, operations, isTruncated } = await context.headMutex.run("compare specs", async () => {
    const before = compared && (await readVersionDocument(context, spec, compared));
    const after = await readVersionDocument(context, spec, version);
    return finishYielding(compareSpecs({ before, after }));
  });
  const breaking = operations.filter(({ isBreaking }) => isBreaking).length;
  const count = (kind: string) => operations.filter((operation) => operation.kind === kind).length;
  return {
    object: "openapi-spec-changes",
    ...(compared && { from: compared.id }),
    to: version.id,
    counts: { added: count("added"), removed: count("removed"), changed: count("changed"), breaking },
    general: [...general],
    operations: operations.map(({ changes, ...operation }) => ({ ...operation, changes: [...changes] })),
    isTruncated,
  };
}
