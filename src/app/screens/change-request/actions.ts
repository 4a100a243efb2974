import { call } from "../../data/api.ts";
import type { ChangeRequest, Space } from "../../data/api-types.ts";
import { formatDate } from "../../data/format.ts";
import { refresh } from "../../data/queries.ts";
import { attempt, showDone, showNotice, showOffer } from "../../data/toasts.ts";
import { navigate } from "../../navigation/router.ts";
import { maxSubject } from "../../parts/change-request-subject.tsx";
import { words } from "../../words/index.ts";

const texts = words.changeRequests;
const route = "/spaces/:spaceId/change-requests/:changeRequestId";

function paramsOf({ space, id }: ChangeRequest) {
  return { spaceId: space, changeRequestId: id };
}

/** Loads again what depends on a change request: itself, the lists, and the space. */
function refreshAll({ space }: ChangeRequest, organization: string): void {
  refresh(
    `/spaces/${space}`,
    `/orgs/${organization}/change-requests`,
    `/orgs/${organization}/recent-changes`,
  );
}

export async function setStatus(
  space: Space,
  changeRequest: ChangeRequest,
  status: "draft" | "open" | "archived",
  done: string,
): Promise<void> {
  const before = changeRequest.status;
  const set = (next: typeof status) =>
    call(`PATCH ${route}`, paramsOf(changeRequest), { body: { status: next } });
  const undo = async () => {
    if (before === "merged") return;
    await set(before);
    refreshAll(changeRequest, space.organization);
  };
  await attempt(() => set(status), done, undo);
  refreshAll(changeRequest, space.organization);
}

/** Merges a change request, or says why that is not possible. */
export async function merge(space: Space, changeRequest: ChangeRequest, bypassRules = false): Promise<void> {
  const body = { bypassRules };
  const merged = await attempt(() => call(`POST ${route}/merge`, paramsOf(changeRequest), { body }));
  if (merged?.result.result === "conflicts") showNotice(texts.conflicts);
  else if (merged) showDone(texts.done.merged);
  refreshAll(changeRequest, space.organization);
}

/** Brings the changes of the primary content into a change request. */
export async function update(space: Space, changeRequest: ChangeRequest): Promise<void> {
  const { id, revision } = changeRequest;
  const updated = await attempt(() => call(`POST ${route}/update`, paramsOf(changeRequest)));
  refreshAll(changeRequest, space.organization);
  if (updated === undefined) return;
  const { result, revision: next } = updated.result;
  const open = (path: string) => () => navigate(`/spaces/${space.id}/${path}`);
  if (result === "conflicts")
    showOffer(texts.updatedWithConflicts, {
      label: words.conflicts.settleNow,
      run: open(`change-requests/${id}/conflicts`),
    });
  else if (next === revision) showDone(texts.done.updated);
  else
    showOffer(texts.done.updated, {
      label: words.conflicts.cameIn,
      run: open(`revisions/${next}/changes?since=${revision}`),
    });
}

/** Opens a copy of a change request. */
export async function duplicate(space: Space, changeRequest: ChangeRequest): Promise<void> {
  const subject = texts.copyOf(changeRequest.subject).slice(0, maxSubject);
  const body = { source: changeRequest.id, subject };
  const copied = await attempt(() =>
    call("POST /spaces/:spaceId/change-requests", { spaceId: space.id }, { body }),
  );
  if (copied === undefined) return;
  refreshAll(changeRequest, space.organization);
  navigate(`/spaces/${space.id}/change-requests/${copied.result.id}`);
  showDone(texts.done.duplicated(copied.result.number));
}

/** Merges a change request at a time, instead of an earlier one. */
export async function scheduleMerge(space: Space, changeRequest: ChangeRequest, at: string): Promise<void> {
  const body = { at, bypassRules: false };
  await call(`PUT ${route}/scheduled-merge`, paramsOf(changeRequest), { body });
  refreshAll(changeRequest, space.organization);
  showDone(words.mergeRules.schedule.set(formatDate(at)));
}

export async function cancelMerge(space: Space, changeRequest: ChangeRequest): Promise<void> {
  const cancel = () => call(`DELETE ${route}/scheduled-merge`, paramsOf(changeRequest));
  await attempt(cancel, words.mergeRules.schedule.canceled);
  refreshAll(changeRequest, space.organization);
}

/** Opens a change request that undoes a merged one, and merges it at once if that is wanted and possible. */
export async function revert(space: Space, changeRequest: ChangeRequest, merge: boolean): Promise<void> {
  const body = { merge };
  const reverted = await call(`POST ${route}/revert`, paramsOf(changeRequest), { body });
  const { conflicts, merged, waits, opened } = words.mergeRules.revert;
  refreshAll(changeRequest, space.organization);
  navigate(`/spaces/${space.id}/change-requests/${reverted.changeRequest.id}`);
  if (reverted.result === "conflicts") showNotice(conflicts);
  else if (reverted.result === "merge") showDone(merged);
  else if (merge) showNotice(waits);
  else showDone(opened(reverted.changeRequest.number));
}
