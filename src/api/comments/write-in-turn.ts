import type { Isolation, Writer } from "../../storage/database/index.ts";
import type { Call } from "../http/index.ts";
import type { OnPlace } from "./access.ts";

/** Who says something, and when. */
export interface By {
  readonly userId: string;
  readonly now: string;
}

/**
 * Runs a transaction that changes what is said in a place. Most of them change its counts: within one process they take
 * turns, also with those who move its head, so that the database need not refuse all but one.
 */
export function writeInTurn<T>(
  { context, caller, place }: Call & Pick<OnPlace, "place">,
  work: (trx: Writer, by: By) => Promise<T>,
  isolation: Isolation = "serializable",
): Promise<T> {
  const { userId } = caller;
  // The time is that of the attempt which succeeds, as it is of the ids that sort what was said.
  return context.database.write(
    (trx) => work(trx, { userId, now: context.clock.now() }),
    place.id,
    isolation,
  );
}
