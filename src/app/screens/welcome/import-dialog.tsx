import { useState } from "preact/hooks";
import { type Body, call } from "../../data/api.ts";
import { refresh } from "../../data/queries.ts";
import { showDone } from "../../data/toasts.ts";
import { FormDialog } from "../../parts/dialog.tsx";
import { SelectField, TextField } from "../../parts/field.tsx";
import { words } from "../../words/index.ts";

type Source = Body<"POST /spaces/:spaceId/content/import">["source"];

/** Imports pages into a new space. */
export function ImportDialog({
  organizationId,
  onClose,
  onDone,
}: {
  readonly organizationId: string;
  readonly onClose: () => void;
  readonly onDone: (path: string) => void;
}) {
  const texts = words.welcome;
  const [source, setSource] = useState<Source>("website");
  /** The space of a failed attempt, which the next one uses. */
  const [spaceId, setSpaceId] = useState<string>();

  const importPages = async (form: FormData) => {
    const title = String(form.get("title"));
    const id =
      spaceId ??
      (await call("POST /orgs/:organizationId/spaces", { organizationId }, { body: { title } })).id;
    setSpaceId(id);
    const body = { source, url: String(form.get("url")) };
    const { importedResources } = await call(
      "POST /spaces/:spaceId/content/import",
      { spaceId: id },
      { body },
    );
    refresh(`/orgs/${organizationId}`, `/spaces/${id}`);
    showDone(texts.imported(importedResources ?? 0));
    onDone(`/spaces/${id}`);
  };

  return (
    <FormDialog
      title={texts.importTitle}
      action={texts.import.action}
      onClose={onClose}
      onSubmit={importPages}
    >
      <TextField label={texts.importName} name="title" required maxLength={50} autoFocus />
      <SelectField
        label={texts.importSource}
        value={source}
        options={Object.entries(texts.sources).map(([value, label]) => ({ value, label }))}
        onChange={(value) => setSource(value as Source)}
      />
      <TextField label={texts.importUrl} name="url" type="url" required placeholder="https://" />
      <p class="hint">{texts.importHint}</p>
    </FormDialog>
  );
}
