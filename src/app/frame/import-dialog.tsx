import { useRef, useState } from "preact/hooks";
import { type Body, call, putFile, type Reply } from "../data/api.ts";
import type { Organization, Space } from "../data/api-types.ts";
import { refreshLibrary } from "../data/library.ts";
import { showDone, showFailure } from "../data/toasts.ts";
import { navigate } from "../navigation/router.ts";
import { FormDialog, openDialog } from "../parts/dialog.tsx";
import { FileField, SelectField, TextField } from "../parts/field.tsx";
import { words } from "../words/index.ts";

type Source = Body<"POST /spaces/:spaceId/content/import">["source"];
type FileSource = Body<"POST /spaces/:spaceId/content/import/upload">["source"];
type ImportResult = Reply<"POST /spaces/:spaceId/content/import">;

/** The endings of the names of files, by source. A website is no file. */
const endings: Readonly<Record<FileSource, string>> = {
  zip: ".zip",
  notion: ".zip",
  confluence: ".zip",
  "google-docs": ".zip,.docx,.html,.htm",
  "github-wiki": ".zip",
  docx: ".docx",
  markdown: ".md,.markdown,.mdx,.txt",
  html: ".html,.htm",
};

/** Imports what the form says: a file that is uploaded, or what is at an address. */
async function importInto(spaceId: string, source: Source, form: FormData): Promise<ImportResult> {
  const file = form.get("file");
  if (!(file instanceof File) || source === "website") {
    const body = { source, url: String(form.get("url")).trim() };
    return call("POST /spaces/:spaceId/content/import", { spaceId }, { body });
  }
  const body = { source, name: file.name, size: file.size };
  const { url } = await call("POST /spaces/:spaceId/content/import/upload", { spaceId }, { body });
  return (await putFile(url, file)) as ImportResult;
}

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
  const [way, setWay] = useState<"url" | "file">("url");
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
    const { importedResources } = await importInto(spaceId, source, form);
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
      {source !== "website" && (
        <SelectField
          label={texts.from}
          value={way}
          options={Object.entries(texts.ways).map(([value, label]) => ({ value, label }))}
          onChange={(value) => setWay(value === "file" ? "file" : "url")}
        />
      )}
      {source !== "website" && way === "file" ? (
        <FileField label={texts.file} name="file" accept={endings[source]} required />
      ) : (
        <TextField label={texts.url} name="url" type="url" required hint={texts.urlHint} autocomplete="off" />
      )}
      <p class="hint">{texts.wait}</p>
    </FormDialog>
  );
}
