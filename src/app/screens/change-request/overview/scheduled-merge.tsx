import { faCircleExclamation, faClock } from "@fortawesome/free-solid-svg-icons";
import type { ChangeRequest, Space } from "../../../data/api-types.ts";
import { formatDate, fromLocalTime, timeZone, toLocalTime } from "../../../data/format.ts";
import { Button } from "../../../parts/button.tsx";
import { FormDialog, openDialog } from "../../../parts/dialog.tsx";
import { TextField } from "../../../parts/field.tsx";
import { words } from "../../../words/index.ts";
import { cancelMerge, scheduleMerge } from "../actions.ts";
import { Condition } from "./condition.tsx";

const texts = words.mergeRules.schedule;

interface ScheduleProps {
  readonly changeRequest: ChangeRequest;
  readonly space: Space;
}

/** When a change request will be merged, or why it was not. */
export function ScheduledMerge({ changeRequest, space }: ScheduleProps) {
  const { scheduledMerge } = changeRequest;
  if (scheduledMerge === undefined) return null;
  const { at, by, reason } = scheduledMerge;
  const actions = space.permissions.merge && (
    <>
      <Button onClick={() => openSchedule({ changeRequest, space })}>{texts.change}</Button>
      <Button onClick={() => cancelMerge(space, changeRequest)}>
        {reason === undefined ? texts.cancel : texts.dismiss}
      </Button>
    </>
  );
  return reason === undefined ? (
    <Condition kind="plain" icon={faClock} actions={actions}>
      {texts.waiting(formatDate(at)) + texts.by(by.displayName)}
    </Condition>
  ) : (
    <Condition kind="danger" icon={faCircleExclamation} actions={actions}>
      {texts.failed(formatDate(at), reason)}
    </Condition>
  );
}

/** Asks for the time of a merge, in the time zone of the browser. */
export function openSchedule({ changeRequest, space }: ScheduleProps): void {
  const tomorrow = new Date();
  tomorrow.setDate(tomorrow.getDate() + 1);
  tomorrow.setHours(9, 0, 0, 0);
  const { scheduledMerge } = changeRequest;
  const isWaiting = scheduledMerge !== undefined && scheduledMerge.reason === undefined;
  const first = isWaiting ? new Date(scheduledMerge.at) : tomorrow;
  openDialog((close) => (
    <FormDialog
      title={texts.title}
      action={texts.submit}
      onClose={close}
      onSubmit={(form) => scheduleMerge(space, changeRequest, fromLocalTime(String(form.get("at"))))}
    >
      <TextField
        label={texts.time}
        hint={texts.hint(timeZone())}
        name="at"
        type="datetime-local"
        required
        min={toLocalTime(new Date())}
        initialValue={toLocalTime(first)}
      />
    </FormDialog>
  ));
}
