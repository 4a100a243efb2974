import { useRef, useState } from "preact/hooks";
import { type Body, call } from "../data/api.ts";
import type { ImportRun, Organization, Space } from "../data/api-types.ts";
import { refreshLibrary } from "../data/library.ts";
import { refresh } from "../data/queries.ts";
import { putFile } from "../data/upload.ts";
import { navigate, urlOf } from "../navigation/router.ts";
import { Button } from "../parts/button.tsx";
import { Dialog, openDialog } from "../parts/dialog.tsx";
import { FormError, useSubmit } from "../parts/form.tsx";
import { words } from "../words/index.ts";
import { type ImportChoice, ImportFields } from "./import-fields.tsx";
import { type Source, SourceCards } from "./import-sources.tsx";

/** What an import from a menu is for. */
export interface ImportTarget {
  readonly space: string;
  readonly changeRequest?: string;
  readonly page?: string;
  /** What the dialog says about it. */
  readonly label: string;
}

export interface ImportOptions {
  /** Whether the pages get a space of their own, unless there is a target. */
  readonly isForNewSpace?: boolean;
  /** Called instead of opening the screen of the import. */
  readonly onStarted?: (run: ImportRun) => void;
}

/** Asks for a source and starts an import, whose screen is opened then. */
export function showImport(
  { id }: Pick<Organization, "id">,
  target: ImportTarget | undefined,
  options: ImportOptions,
): void {
  openDialog((close) => <ImportDialog {...options} organizationId={id} target={target} onClose={close} />);
}

interface ImportDialogProps extends ImportOptions {
  readonly organizationId: string;
  readonly target: ImportTarget | undefined;
  readonly onClose: () => void;
}

/** Imports pages: asks for the source, what it needs and where to put it. */
function ImportDialog({ organizationId, onClose, onStarted, ...options }: ImportDialogProps) {
  const texts = words.imports;
  const [source, setSource] = useState<Source>();
  const start = (run: ImportRun) => {
    refresh(`/org/${organizationId}/imports`);
    onClose();
    if (onStarted === undefined) navigate(`/orgs/${organizationId}/imports/${run.id}`);
    else onStarted(run);
  };
  if (source === undefined)
    return (
      <Dialog title={texts.steps.source} size="wide" onClose={onClose}>
        <SourceCards onSelect={setSource} />
        <p class="dialog-note">
          <a href={urlOf(`/orgs/${organizationId}/imports`)} onClick={onClose}>
            {texts.earlier}
          </a>
        </p>
      </Dialog>
    );
  return (
    <SourceForm
      organizationId={organizationId}
      {...options}
      source={source}
      onBack={() => setSource(undefined)}
      onClose={onClose}
      onStarted={start}
    />
  );
}

interface SourceFormProps extends Omit<ImportDialogProps, "onStarted"> {
  readonly source: Source;
  readonly onBack: () => void;
  readonly onStarted: (run: ImportRun) => unknown;
}

function SourceForm(props: SourceFormProps) {
  const { organizationId, source, target, isForNewSpace, onBack, onClose, onStarted } = props;
  const texts = words.imports;
  const [percent, setPercent] = useState<number>();
  const [choice, setChoice] = useState<ImportChoice>({
    way: source === "website" ? "url" : "file",
    space: "",
  });
  /** The space of an attempt that was refused, which the next attempt fills. */
  const created = useRef<Space | undefined>(undefined);
  /** Deletes the space if it has got no pages. If that fails, it stays in the library, empty. */
  const discardSpace = async () => {
    const space = created.current;
    if (space === undefined) return;
    created.current = undefined;
    await call("DELETE /spaces/:spaceId", { spaceId: space.id }).catch(() => {});
    refreshLibrary(organizationId);
  };
  const prepareSpace = async (form: FormData): Promise<string> => {
    const body = { title: String(form.get("title")).trim() };
    created.current ??= await call("POST /orgs/:organizationId/spaces", { organizationId }, { body });
    const spaceId = created.current.id;
    // The title may have been changed since an attempt that was refused.
    if (created.current.title !== body.title)
      created.current = await call("PATCH /spaces/:spaceId", { spaceId }, { body });
    return spaceId;
  };
  const send = async (form: FormData) => {
    const space = target?.space ?? (choice.space || (await prepareSpace(form)));
    const { changeRequest, page } = target ?? choice;
    const body = {
      source: await sourceOf(space, source, choice, form, setPercent),
      target: { space, ...(changeRequest && { changeRequest }), ...(page && { page }) },
      ...(choice.replaces && { replace: true }),
    } satisfies Body<"POST /org/:organizationId/imports">;
    const run = await call("POST /org/:organizationId/imports", { organizationId }, { body });
    if (created.current?.id === space) created.current = undefined;
    await discardSpace();
    refreshLibrary(organizationId);
    onStarted(run);
  };
  const { error, isBusy, submit } = useSubmit(send, () => {});
  const leave = (onLeft: () => void) => () => {
    onLeft();
    void discardSpace();
  };
  return (
    <Dialog
      title={texts.steps.form(texts.sources[source].label)}
      closing={isBusy ? "never" : "deliberate"}
      onClose={leave(onClose)}
    >
      <form class="form" onSubmit={submit}>
        <p class="muted">{texts.sources[source].needs}</p>
        <ImportFields
          organizationId={organizationId}
          source={source}
          target={target}
          isForNewSpace={isForNewSpace}
          choice={choice}
          onChange={(changed) => setChoice({ ...choice, ...changed })}
        />
        {isBusy && percent !== undefined && (
          <p class="run-progress" role="status">
            <progress value={percent} max={100} aria-label={texts.uploading(percent)} />
            {texts.uploading(percent)}
          </p>
        )}
        <FormError error={error} labels={texts.labels} />
        <div class="dialog-actions">
          <Button kind="quiet" disabled={isBusy} onClick={leave(onBack)}>
            {texts.back}
          </Button>
          <Button kind="primary" type="submit" disabled={isBusy} aria-busy={isBusy || undefined}>
            {texts.start}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The source of a run: an address, or a file that is uploaded now. */
async function sourceOf(
  spaceId: string,
  source: Source,
  { way }: ImportChoice,
  form: FormData,
  onProgress: (percent: number) => void,
): Promise<Body<"POST /org/:organizationId/imports">["source"]> {
  const file = form.get("file");
  if (source === "website" || way === "url" || !(file instanceof File))
    return { type: source, url: String(form.get("url")).trim() };
  const body = { source, name: file.name, size: file.size, keep: true };
  const { url } = await call("POST /spaces/:spaceId/content/import/upload", { spaceId }, { body });
  onProgress(0);
  const sent = putFile(url, file, { onProgress: (part) => onProgress(Math.floor(100 * part)) });
  const { key } = (await sent) as { key: string };
  return { type: "file", format: source, files: [key] };
}
