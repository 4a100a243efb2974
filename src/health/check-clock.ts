import type { Clock } from "../platform/index.ts";
import { type InspectedDatabase, readDatabaseFacts } from "../storage/inspection/index.ts";
import { type Check, checksOf, formatDuration } from "./check.ts";

const { ok, warning, failed } = checksOf("clock");

/** No server of this version runs earlier. */
const earliest = Date.UTC(2026, 0, 1);
const tolerance = 5000;
const maxDifference = 60_000;

const advice = "Synchronize the clocks (NTP): sessions, signed links and jobs depend on them";

/** Compares the clock with that of the database, and with the times of what is stored. */
export async function checkClock(clock: Clock, database: InspectedDatabase | undefined): Promise<Check[]> {
  const now = clock.time();
  if (now < earliest) return [failed(`The clock says ${clock.now()}, which is in the past`, advice)];
  if (database === undefined) return [ok(`The clock says ${clock.now()}`)];
  const { time } = await readDatabaseFacts(database);
  if (time !== undefined) return [compare(Math.abs(time - now), clock)];
  const [row] = await database.query("select max(created_at) as newest from jobs");
  const ahead = Date.parse(String(row?.newest)) - now;
  return ahead > maxDifference
    ? [failed(`The database has entries from ${formatDuration(ahead)} in the future`, advice)]
    : [ok(`The clock says ${clock.now()}`)];
}

function compare(difference: number, clock: Clock): Check {
  const finding = `The clock differs from that of the database by ${formatDuration(difference)}`;
  if (difference > maxDifference) return failed(finding, advice);
  if (difference > tolerance) return warning(finding, advice);
  return ok(`The clock says ${clock.now()}, as that of the database does`);
}
