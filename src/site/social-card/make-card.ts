import type { Context } from "../../api/http/index.ts";
import {
  retryCautiously,
  withChildProcess,
  withTemporaryFolder,
} from "../../platform/child-process/index.ts";
import { ConcurrencyLimiter, LecternError } from "../../platform/index.ts";
import type { SocialCard } from "../../social-cards/index.ts";

/** The input of the process that draws a card. */
export interface CardTask {
  readonly card: SocialCard;
  readonly folder: string;
  /** Omits what may crash the compiler. */
  readonly isCautious: boolean;
}

/** Limits the concurrent drawings, because each uses a whole core. */
const drawings = new ConcurrencyLimiter({
  names: ["social card", "social cards"],
  owner: "organization",
  concurrent: 2,
  perOwner: 1,
  queue: { length: 20, perOwner: 10, timeout: 30_000 },
  retryAfter: 10,
});

/** The memory limits of the child process in megabytes. */
const memory = { heap: 256, resident: 1024 };
const failed = new LecternError(503, "The image could not be drawn; try again", { "Retry-After": "60" });

/** Draws a card in a child process. */
export function makeCard(
  { childPrograms, log }: Context,
  organizationId: string,
  card: SocialCard,
): Promise<Uint8Array> {
  const draw = (isCautious: boolean) =>
    withTemporaryFolder((folder) =>
      withChildProcess<Uint8Array, never, Uint8Array>(
        {
          script: childPrograms.cardDrawer,
          name: "social card",
          memory,
          timeoutMinutes: 1,
          timeoutError: failed,
          memoryError: failed,
        },
        ({ send, result }) => {
          send({ card, folder, isCautious } satisfies CardTask);
          return result;
        },
      ),
    );
  return drawings.run(organizationId, () =>
    retryCautiously(draw, (error) =>
      log.warn({ err: error }, "a social card could not be drawn, and is drawn again with more caution"),
    ),
  );
}
