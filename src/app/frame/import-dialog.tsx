import { useState } from "preact/hooks";
import { type Body, call } from "../data/api.ts";
import type { Organization } from "../data/api-types.ts";
import { refreshLibrary } from "../data/library.ts";
import { showDone } from "../data/toasts.ts";
import { navigate } from "../navigation/router.ts";
import { FormDialog, openDialog } from "../parts/dialog.tsx";
import { SelectField, TextField } from "../parts/field.tsx";
import { words } from "../words/index.ts";

type Source = Body<"POST /spaces/:spaceId/content/import">["source"];

/** Asks for a source, imports it into a new space and opens that. */
export function openImport({ id }: Pick<Organization, "id">): void {
  openDialog((close) => <ImportDialog organizationId={id} onClose={close} onDone={navigate} />);
}

interface ImportDialogProps {
  readonly organizationId: string;
  readonly onClose: () => void;
  readonly onDone: (path: string) => void;
}

/** Imports pages into a new space. */
export function ImportDialog({ organizationId, onClose, onDone }: ImportDialogProps) {
  const texts = words.home.importing;
  const [source, setSource] = useState<Source>("website");
  const submit = async (form: FormData) => {
    const title = String(form.get("title")).trim();
    const space = await call("POST /orgs/:organizationId/spaces", { organizationId }, { body: { title } });
    const params = { spaceId: space.id };
    try {
      const body = { source, url: String(form.get("url")).trim() };
      const { importedResources } = await call("POST /spaces/:spaceId/content/import", params, { body });
      showDone(texts.done(importedResources));
    } catch (error) {
      // The dialog stays open with the error: the next attempt creates another space.
      await call("DELETE /spaces/:spaceId", params);
      throw error;
    }
    refreshLibrary(organizationId);
    onDone(`/spaces/${space.id}`);
  };
  return (
    <FormDialog title={texts.title} action={texts.action} onClose={onClose} onSubmit={submit}>
      <TextField label={texts.name} name="title" required maxLength={50} autocomplete="off" autoFocus />
      <SelectField
        label={texts.source}
        value={source}
        options={Object.entries(texts.sources).map(([value, label]) => ({ value, label }))}
        onChange={(value) => setSource(value as Source)}
      />
      <TextField label={texts.url} name="url" type="url" required hint={texts.urlHint} autocomplete="off" />
      <p class="hint">{texts.wait}</p>
    </FormDialog>
  );
}
