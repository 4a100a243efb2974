import { useState } from "preact/hooks";
import { call } from "../data/api.ts";
import type { RestoredRevision, Space } from "../data/api-types.ts";
import { formatDate } from "../data/format.ts";
import { refresh } from "../data/queries.ts";
import { attempt, showDone } from "../data/toasts.ts";
import { navigate } from "../navigation/router.ts";
import { maxSubject } from "../parts/change-request-subject.tsx";
import { FormDialog, openDialog } from "../parts/dialog.tsx";
import { SelectField } from "../parts/field.tsx";
import { words } from "../words/index.ts";

const texts = words.history.restore;

/** What is restored: the whole content of a revision, a page of it, or blocks of the page. */
export interface Restoration {
  readonly space: Space;
  readonly revision: string;
  /** When the revision was made. */
  readonly createdAt: string;
  readonly page?: { readonly id: string; readonly title: string } | undefined;
  readonly blocks?: readonly string[] | undefined;
}

/** Whether the content of a space may be changed without a change request. */
export function mayRestoreAtOnce({ editMode, permissions }: Space): boolean {
  return editMode === "live" && permissions.edit;
}

function send(
  { space, revision, page, blocks }: Restoration,
  options: object = {},
): Promise<RestoredRevision> {
  return call(
    "POST /spaces/:spaceId/revisions/:revisionId/restore",
    { spaceId: space.id, revisionId: revision },
    { body: { ...(page && { page: page.id, ...(blocks && { blocks: [...blocks] }) }), ...options } },
  );
}

/** Restores something in the current content, and offers to undo that. */
export async function restoreAtOnce(restoration: Restoration, done: string): Promise<boolean> {
  const { space } = restoration;
  const restored = await attempt(() => send(restoration));
  if (restored === undefined) return false;
  const { revision, previousRevision } = restored.result;
  refresh(`/spaces/${space.id}`);
  // Everything is taken back, so nobody may have changed the content since.
  const undo = () =>
    send({ ...restoration, revision: previousRevision, page: undefined }, { currentRevision: revision });
  showDone(done, async () => {
    if (await attempt(undo, texts.undone)) refresh(`/spaces/${space.id}`);
  });
  return true;
}

/** Opens a change request with a restored state, and leads to it. */
async function restoreInRequest(restoration: Restoration): Promise<void> {
  const { space, createdAt, page } = restoration;
  const date = formatDate(createdAt);
  const subject = (page ? texts.pageSubject(page.title, date) : texts.subject(date)).slice(0, maxSubject);
  const { changeRequest } = await send(restoration, { changeRequest: { subject } });
  refresh(`/spaces/${space.id}`, `/orgs/${space.organization}/change-requests`);
  if (changeRequest === undefined) return;
  navigate(`/spaces/${space.id}/change-requests/${changeRequest.id}/changes`);
  showDone(texts.opened(changeRequest.number));
}

/** Restores a page or blocks of it in the way that the space allows. */
export async function restorePart(restoration: Restoration): Promise<void> {
  if (mayRestoreAtOnce(restoration.space)) {
    const { page, blocks } = restoration;
    await restoreAtOnce(restoration, blocks ? texts.blockDone : texts.pageDone(page?.title ?? ""));
  } else await attempt(() => restoreInRequest(restoration));
}

/** Asks what is restored and how. */
export function openRestore(restoration: Restoration): void {
  openDialog((close) => <RestoreDialog restoration={restoration} onClose={close} />);
}

function RestoreDialog({
  restoration,
  onClose,
}: {
  readonly restoration: Restoration;
  readonly onClose: () => void;
}) {
  const { space, page } = restoration;
  const isDirect = mayRestoreAtOnce(space);
  const [what, setWhat] = useState<"page" | "space">(page ? "page" : "space");
  const [how, setHow] = useState<"once" | "request">(isDirect ? "once" : "request");
  const submit = async () => {
    const chosen = { ...restoration, page: what === "page" ? page : undefined };
    if (how === "request") return restoreInRequest(chosen);
    const done = chosen.page ? texts.pageDone(chosen.page.title) : texts.done;
    if (await restoreAtOnce(chosen, done))
      navigate(chosen.page ? `/spaces/${space.id}/pages/${chosen.page.id}` : `/spaces/${space.id}`);
  };
  return (
    <FormDialog
      title={texts.title}
      action={how === "request" ? texts.submitRequest : texts.submit}
      onClose={onClose}
      onSubmit={submit}
    >
      {page ? (
        <SelectField
          label={texts.what}
          value={what}
          hint={what === "page" ? texts.pageHint : texts.spaceHint}
          options={[
            { value: "page", label: texts.page(page.title) },
            { value: "space", label: texts.space },
          ]}
          onChange={(value) => setWhat(value === "page" ? "page" : "space")}
        />
      ) : (
        <p>{texts.spaceHint}</p>
      )}
      {isDirect ? (
        <SelectField
          label={texts.how}
          value={how}
          hint={how === "once" ? texts.atOnceHint : texts.changeRequestHint}
          options={[
            { value: "once", label: texts.atOnce },
            { value: "request", label: texts.changeRequest },
          ]}
          onChange={(value) => setHow(value === "once" ? "once" : "request")}
        />
      ) : (
        <p class="hint">{texts.locked}</p>
      )}
    </FormDialog>
  );
}
