import { addMilliseconds, type Clock } from "../platform/index.ts";
import type { InspectedDatabase } from "../storage/inspection/index.ts";
import { type Check, checksOf } from "./check.ts";

const jobs = checksOf("jobs");
const admins = checksOf("admins");

/** A job that has been due for this long, in milliseconds, is not being run by anybody. */
const maxDelay = 900_000;

/** Finds jobs that were given up, and those that nobody runs. */
export async function checkJobs(
  { query }: InspectedDatabase,
  clock: Clock,
  { isRunning = true } = {},
): Promise<Check[]> {
  const [failed] = await query(
    "select count(*) as count, max(kind) as kind from jobs where failed_at is not null",
  );
  const overdueSince = addMilliseconds(clock.now(), -maxDelay);
  const [overdue] = await query(
    `select count(*) as count from jobs where failed_at is null and run_at < '${overdueSince}'`,
  );
  const found: Check[] = [];
  const count = Number(failed?.count);
  if (count > 0)
    found.push(
      jobs.warning(
        `${count === 1 ? `A job (${failed?.kind}) has` : `${count} jobs have`} failed at every attempt`,
        "Read why with `jobs list --state failed`, then retry or remove them",
      ),
    );
  if (isRunning && Number(overdue?.count) > 0)
    found.push(
      jobs.warning(
        `${overdue?.count} jobs have been due for a quarter of an hour`,
        "See in the log whether the job thread fails, or whether jobs take too long",
      ),
    );
  return found.length > 0 ? found : [jobs.ok("No job has failed")];
}

/** Checks that somebody can open the page of the server. */
export async function checkAdmins({ query }: InspectedDatabase): Promise<Check> {
  const [row] = await query("select count(*) as count from server_admins");
  const count = Number(row?.count);
  return count > 0
    ? admins.ok(
        count === 1 ? "One user is an admin of the server" : `${count} users are admins of the server`,
      )
    : admins.warning(
        "No user is an admin of the server",
        "Make somebody one: `user grant-admin --email someone@example.com`",
      );
}
