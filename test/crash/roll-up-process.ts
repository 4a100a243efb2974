// Adds up the events of all sites once. With the argument `pause-in` or `pause-after`, it stops for good in the transaction of
// the sums, or after it, and says so.
import { setTimeout as wait } from "node:timers/promises";
import { readConfig } from "../../src/config/config.ts";
import { rollUpEvents } from "../../src/insights/roll-up.ts";
import { systemClock } from "../../src/platform/clock.ts";
import type { Database } from "../../src/storage/database/database.ts";
import { openDatabase } from "../../src/storage/open-database.ts";

const [, , pause] = process.argv;
const database = await openDatabase(readConfig(process.env));

const say = (text: string) => process.stdout.write(`${text}\n`);

async function stop(): Promise<void> {
  say("paused");
  await wait(600_000);
}

const write: Database["write"] = async (work, mutexKey, isolation) => {
  const isOfSums = isolation === "snapshot";
  const result = await database.write(
    async (trx) => {
      const written = await work(trx);
      if (isOfSums && pause === "pause-in") await stop();
      return written;
    },
    mutexKey,
    isolation,
  );
  if (isOfSums && pause === "pause-after") await stop();
  return result;
};

say("started");
await rollUpEvents({ database: { ...database, write }, clock: systemClock });
await database.close();
