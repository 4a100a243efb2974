import { addMilliseconds } from "../../platform/index.ts";
import type { Writer } from "../../storage/database/index.ts";
import type { Context } from "../http/index.ts";
import { lookAgainAfter, processingKinds, scheduleProcessing } from "./put-spec.ts";

const batchSize = 20;

/** Has some of the sources read again that were last looked at long enough ago; true when there are no more. */
export function refreshSources({ database, clock }: Context): Promise<boolean> {
  return database.write(async (trx) => {
    await endGivenUp(trx);
    const now = clock.now();
    const specs = await trx
      .selectFrom("openapi_specs")
      .where("look_again_at", "<=", now)
      .orderBy("look_again_at")
      .select(["id", "organization_id", "source_url"])
      .limit(batchSize)
      .execute();
    for (const spec of specs) await scheduleProcessing(trx, spec, now);
    const ids = specs.map(({ id }) => id);
    if (ids.length > 0)
      await trx
        .updateTable("openapi_specs")
        .set({ look_again_at: addMilliseconds(now, lookAgainAfter) })
        .where("id", "in", ids)
        .execute();
    return specs.length < batchSize;
  });
}

/** A source that takes the process down whenever it is read is not read for ever. */
async function endGivenUp(trx: Writer): Promise<void> {
  await trx
    .updateTable("openapi_specs")
    .set({
      processing_state: "complete",
      last_error_code: "PARSE_ERROR",
      last_error: "The source could not be read, however often that was tried",
    })
    .where("processing_state", "!=", "complete")
    .where(({ or, and, eb }) =>
      or([
        and([eb("source_url", "is not", null), eb("id", "in", givenUp(trx, processingKinds.url))]),
        and([eb("source_url", "is", null), eb("id", "in", givenUp(trx, processingKinds.text))]),
      ]),
    )
    .execute();
}

function givenUp(trx: Writer, kind: string) {
  return trx
    .selectFrom("jobs")
    .where("kind", "=", kind)
    .where("failed_at", "is not", null)
    .where("unique_key", "is not", null)
    .select("unique_key");
}
