import { later } from "../../clock.ts";
import type { Context } from "../../context.ts";
import type { Writer } from "../../database/database.ts";
import { lookAgainAfter, processingKind, scheduleProcessing } from "./put-spec.ts";

const batchSize = 100;

/** Has every source read again that was last looked at long enough ago. */
export async function lookAtSourcesAgain({ database, clock }: Context): Promise<void> {
  await database.write(endGivenUp);
  for (let found = batchSize; found === batchSize; ) {
    found = await database.write(async (trx) => {
      const now = clock.now();
      const specs = await trx
        .selectFrom("openapi_specs")
        .where("look_again_at", "<=", now)
        .orderBy("look_again_at")
        .select(["id", "organization_id"])
        .limit(batchSize)
        .execute();
      for (const spec of specs) await scheduleProcessing(trx, spec, now);
      const ids = specs.map(({ id }) => id);
      if (ids.length > 0)
        await trx
          .updateTable("openapi_specs")
          .set({ look_again_at: later(now, lookAgainAfter) })
          .where("id", "in", ids)
          .execute();
      return specs.length;
    });
  }
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
    .where("id", "in", (eb) =>
      eb
        .selectFrom("jobs")
        .where("kind", "=", processingKind)
        .where("failed_at", "is not", null)
        .where("unique_key", "is not", null)
        .select("unique_key"),
    )
    .execute();
}
