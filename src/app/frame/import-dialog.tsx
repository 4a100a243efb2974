import { useRef, useState } from "preact/hooks";
import { type Body, call } from "../data/api.ts";
import type { Organization, Space } from "../data/api-types.ts";
import { refreshLibrary } from "../data/library.ts";
import { showDone, showFailure } from "../data/toasts.ts";
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
  /** The space of an attempt that failed, which the next attempt fills. */
  const space = useRef<Space | undefined>(undefined);
  const state = useRef({ isRunning: false, isClosed: false });
  const importPages = async (form: FormData) => {
    const body = { title: String(form.get("title")).trim() };
    space.current ??= await call("POST /orgs/:organizationId/spaces", { organizationId }, { body });
    const spaceId = space.current.id;
    // The title may have been changed since an attempt that failed.
    if (space.current.title !== body.title)
      space.current = await call("PATCH /spaces/:spaceId", { spaceId }, { body });
    const { importedResources } = await call(
      "POST /spaces/:spaceId/content/import",
      { spaceId },
      { body: { source, url: String(form.get("url")).trim() } },
    );
    space.current = undefined;
    showDone(texts.done(importedResources));
    refreshLibrary(organizationId);
    onDone(`/spaces/${spaceId}`);
  };
  const submit = async (form: FormData) => {
    state.current.isRunning = true;
    try {
      await importPages(form);
    } catch (error) {
      if (state.current.isClosed) {
        await discard();
        showFailure(error);
      }
      throw error;
    } finally {
      state.current.isRunning = false;
    }
  };
  /** Deletes the space that has got no pages. If that fails too, it stays in the library, empty. */
  const discard = async () => {
    if (space.current === undefined) return;
    await call("DELETE /spaces/:spaceId", { spaceId: space.current.id }).catch(() => {});
    refreshLibrary(organizationId);
  };
  // An import that is running goes on when the dialog is closed.
  const close = () => {
    state.current.isClosed = true;
    if (!state.current.isRunning) void discard();
    onClose();
  };
  return (
    <FormDialog title={texts.title} action={texts.action} onClose={close} onSubmit={submit}>
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
