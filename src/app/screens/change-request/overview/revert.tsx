import { faCircleExclamation, faCodeMerge, faRotateLeft } from "@fortawesome/free-solid-svg-icons";
import { useState } from "preact/hooks";
import type { ChangeRequest, Space } from "../../../data/api-types.ts";
import { urlOf } from "../../../navigation/router.ts";
import { Button } from "../../../parts/button.tsx";
import { FormDialog, openDialog } from "../../../parts/dialog.tsx";
import { Checkbox } from "../../../parts/field.tsx";
import { Time } from "../../../parts/small.tsx";
import { words } from "../../../words/index.ts";
import { revert } from "../actions.ts";
import { Condition } from "./condition.tsx";

const texts = words.mergeRules.revert;

interface RevertProps {
  readonly changeRequest: ChangeRequest;
  readonly space: Space;
}

/** That a change request is merged, by whom, and whether rules were bypassed. */
export function Merged({ changeRequest }: Pick<RevertProps, "changeRequest">) {
  const { mergedBy, mergedAt, bypassedRules } = changeRequest;
  const { missing } = words.changeRequests;
  return (
    <>
      <Condition kind="success" icon={faCodeMerge}>
        {mergedBy ? missing.mergedBy(mergedBy.displayName) : missing.merged}{" "}
        {mergedAt && <Time at={mergedAt} />}
      </Condition>
      {bypassedRules && (
        <Condition kind="warning" icon={faCircleExclamation}>
          {words.mergeRules.bypassed}
        </Condition>
      )}
    </>
  );
}

/** That a change request undoes another one. */
export function Reverts({ changeRequest: { space, reverts } }: Pick<RevertProps, "changeRequest">) {
  if (reverts === undefined) return null;
  return (
    <Condition kind="plain" icon={faRotateLeft}>
      {texts.reverts} <a href={urlOf(`/spaces/${space}/change-requests/${reverts}`)}>{texts.original}</a>
    </Condition>
  );
}

export function RevertButton(props: RevertProps) {
  if (!props.space.permissions.edit) return null;
  return (
    <Button
      icon={faRotateLeft}
      onClick={() => openDialog((close) => <RevertDialog {...props} onClose={close} />)}
    >
      {texts.action}
    </Button>
  );
}

function RevertDialog({ changeRequest, space, onClose }: RevertProps & { readonly onClose: () => void }) {
  const [isMerged, setMerged] = useState(false);
  return (
    <FormDialog
      title={texts.title}
      action={texts.submit}
      onClose={onClose}
      onSubmit={() => revert(space, changeRequest, isMerged)}
    >
      <p>{texts.text}</p>
      {space.permissions.merge && (
        <Checkbox label={texts.merge} hint={texts.mergeHint} checked={isMerged} onChange={setMerged} />
      )}
    </FormDialog>
  );
}
