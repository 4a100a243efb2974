import { later } from "../../clock.ts";
import type { Context } from "../../context.ts";
import { lookAgainAfter, scheduleProcessing } from "./put-spec.ts";

const batchSize = 100;

/** Has every source read again that was last looked at long enough ago. */
export async function lookAtSourcesAgain({ database, clock }: Context): Promise<void> {
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
