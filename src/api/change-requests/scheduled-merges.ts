import { includesRole } from "../../identity/roles/index.ts";
import { notifyMergeFailed } from "../../notifications/index.ts";
import { badInput, LecternError, newId } from "../../platform/index.ts";
import { toFlag, type Writer } from "../../storage/database/index.ts";
import { enqueue } from "../../storage/jobs/index.ts";
import type { Context } from "../http/index.ts";
import { findSpaceForUser } from "../spaces/index.ts";
import { type ChangeRequestRef, lockChangeRequest, removeSchedule, requireEditable } from "./head.ts";
import { mergeChangeRequest } from "./merge-contents.ts";
import type { Merger } from "./require-rules.ts";

/** How far in the future a merge can be scheduled, in milliseconds. */
const maxDelay = 366 * 86_400_000;

/** Schedules the merge of a change request, instead of an earlier schedule. */
export async function scheduleMerge(
  trx: Writer,
  ref: ChangeRequestRef,
  { at, userId, bypassRules }: Merger & { readonly at: string },
  now: string,
): Promise<void> {
  const time = Date.parse(at);
  if (!(time > Date.parse(now))) throw badInput("at", "must be in the future");
  if (time > Date.parse(now) + maxDelay) throw badInput("at", "must be within a year");
  requireEditable((await lockChangeRequest(trx, ref)).status);
  const schedule = {
    id: newId(),
    merge_at: new Date(time).toISOString(),
    scheduled_by: userId,
    bypasses_rules: toFlag(bypassRules),
    created_at: now,
    ended_at: null,
    reason: null,
  };
  await trx
    .insertInto("scheduled_merges")
    .values({ change_request_id: ref.id, ...schedule })
    .onConflict((existing) => existing.column("change_request_id").doUpdateSet(schedule))
    .execute();
  const payload: SchedulePayload = { scheduleId: schedule.id, changeRequestId: ref.id };
  const job = { kind: "merge-change-request", key: schedule.id, payload, runAt: schedule.merge_at };
  await enqueue(trx, { ...job, organizationId: ref.organization_id }, now);
}

/** Cancels a schedule, or dismisses one that has ended. Returns whether there was one. */
export async function cancelMerge(trx: Writer, ref: Pick<ChangeRequestRef, "id" | "organization_id">) {
  await lockChangeRequest(trx, ref);
  return removeSchedule(trx, ref.id);
}

interface SchedulePayload {
  readonly scheduleId: string;
  readonly changeRequestId: string;
}

/**
 * The job of a schedule. It merges if the schedule still exists: a merge removes it in the same transaction, so a job that runs again
 * does nothing. If the change request cannot be merged, the schedule ends with the reason. Errors of the server are retried.
 */
export async function runScheduledMerge(context: Context, payload: unknown, isLastAttempt: boolean) {
  const { scheduleId, changeRequestId } = payload as SchedulePayload;
  const found = await context.database.read
    .selectFrom("scheduled_merges as schedule")
    .innerJoin("change_requests", "change_requests.id", "schedule.change_request_id")
    .where("schedule.change_request_id", "=", changeRequestId)
    .where("schedule.id", "=", scheduleId)
    .where("schedule.ended_at", "is", null)
    .select(["schedule.scheduled_by", "schedule.bypasses_rules"])
    .select(["change_requests.id", "change_requests.space_id", "change_requests.organization_id"])
    .executeTakeFirst();
  if (found === undefined) return;
  const merger = {
    userId: found.scheduled_by,
    bypassRules: found.bypasses_rules === 1,
    isScheduled: true,
  };
  const reason = await mergeOrExplain(context, found, merger).catch((error: unknown) => {
    if (!isLastAttempt) throw error;
    return "The server failed to merge it";
  });
  if (reason === undefined) return;
  const now = context.clock.now();
  await context.database.write(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("scheduled_merges")
      .where("change_request_id", "=", changeRequestId)
      .where("id", "=", scheduleId)
      .where("ended_at", "is", null)
      .set({ ended_at: now, reason })
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await notifyMergeFailed(trx, found, { scheduledBy: found.scheduled_by, reason, now });
  });
}

/** Merges a change request, or returns why that is not possible. */
async function mergeOrExplain(context: Context, ref: ChangeRequestRef, merger: Merger) {
  const space = await findSpaceForUser(context.database.read, ref.space_id, merger.userId);
  if (!includesRole(space?.role ?? null, "review"))
    return "The user who scheduled it may no longer merge in this space";
  if (space?.row.deleted_at !== null) return "The space is in the trash";
  try {
    const { result } = await mergeChangeRequest(context, ref, merger);
    return result === "conflicts" ? "It conflicts with the primary content" : undefined;
  } catch (error) {
    if (error instanceof LecternError && error.status < 500) return error.message;
    throw error;
  }
}
