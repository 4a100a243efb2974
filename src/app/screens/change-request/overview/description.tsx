import { useState } from "preact/hooks";
import type { ChangeRequest, Space } from "../../../data/api-types.ts";
import { Button } from "../../../parts/button.tsx";
import { changeChangeRequest } from "../../../parts/change-request-subject.tsx";
import { TextAreaField } from "../../../parts/field.tsx";
import { words } from "../../../words/index.ts";

const texts = words.changeRequests;
/** The longest description, as the server has it. */
const maxDescription = 10_000;

/** What a change request is about, which is changed in place. */
export function Description({
  changeRequest,
  space,
}: {
  readonly changeRequest: ChangeRequest;
  readonly space: Space;
}) {
  const { description = "", status } = changeRequest;
  const [draft, setDraft] = useState<string>();
  const isEditable = space.permissions.edit && status !== "merged";
  const save = async () => {
    if (draft === undefined) return;
    if (await changeChangeRequest(changeRequest, { description: draft.trim() })) setDraft(undefined);
  };
  return (
    <section class="section" aria-labelledby="request-description">
      <h2 id="request-description">{texts.description}</h2>
      {draft === undefined ? (
        <>
          {description === "" ? (
            <p class="hint">{texts.noDescription}</p>
          ) : (
            <p class="request-description">{description}</p>
          )}
          {isEditable && (
            <Button kind="quiet" onClick={() => setDraft(description)}>
              {description === "" ? texts.addDescription : texts.editDescription}
            </Button>
          )}
        </>
      ) : (
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
          onKeyDown={(event) => {
            if (event.key === "Escape") setDraft(undefined);
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save();
          }}
        >
          <TextAreaField
            label={texts.description}
            initialValue={description}
            maxLength={maxDescription}
            rows={6}
            onInput={setDraft}
          />
          <div class="form-actions">
            <Button kind="primary" type="submit">
              {texts.saveDescription}
            </Button>
            <Button onClick={() => setDraft(undefined)}>{words.common.cancel}</Button>
          </div>
        </form>
      )}
    </section>
  );
}
