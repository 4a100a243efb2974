import { call } from "../data/api.ts";
import type { ChangeRequest } from "../data/api-types.ts";
import { changeStored, refresh } from "../data/queries.ts";
import { attempt } from "../data/toasts.ts";
import { words } from "../words/index.ts";

/** The longest title, as the server has it. */
export const maxSubject = 100;

/** Changes a change request: at once where it is shown, then on the server. Whether it succeeded. */
export async function changeChangeRequest(
  { id, space }: ChangeRequest,
  changes: { readonly subject?: string; readonly description?: string },
): Promise<boolean> {
  const path = `/spaces/${space}/change-requests/${id}`;
  const undo = changeStored<ChangeRequest>(path, (stored) => ({ ...stored, ...changes }));
  const saved = await attempt(() =>
    call(
      "PATCH /spaces/:spaceId/change-requests/:changeRequestId",
      { spaceId: space, changeRequestId: id },
      { body: changes },
    ),
  );
  if (saved === undefined) undo();
  else refresh(path);
  return saved !== undefined;
}

/** The title of a change request, which is changed in place: Enter and leaving it save, Escape does not. */
export function ChangeRequestSubject({
  changeRequest,
  autoFocus = false,
  onDone,
}: {
  readonly changeRequest: ChangeRequest;
  readonly autoFocus?: boolean;
  /** Called when the field is left. */
  readonly onDone?: () => void;
}) {
  const { subject } = changeRequest;
  return (
    <input
      key={subject}
      class="subject-field"
      type="text"
      aria-label={words.editing.changeRequest.title}
      placeholder={words.reading.changeRequest.untitled}
      defaultValue={subject}
      maxLength={maxSubject}
      ref={(element) => void (autoFocus && element && document.activeElement !== element && element.focus())}
      onKeyDown={(event) => {
        if (event.isComposing) return;
        if (event.key === "Escape") event.currentTarget.value = subject;
        if (event.key === "Escape" || event.key === "Enter") event.currentTarget.blur();
      }}
      onBlur={(event) => {
        const text = event.currentTarget.value.trim();
        if (text !== subject) void changeChangeRequest(changeRequest, { subject: text });
        onDone?.();
      }}
    />
  );
}
