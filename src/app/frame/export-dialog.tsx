import { useState } from "preact/hooks";
import { call, messageOf } from "../data/api.ts";
import type { Export } from "../data/api-types.ts";
import { formatBytes } from "../data/format.ts";
import { refresh, useQuery } from "../data/queries.ts";
import { useRefreshWhile } from "../data/refresh-while.ts";
import { isActive } from "../data/runs.ts";
import { attempt } from "../data/toasts.ts";
import { Button } from "../parts/button.tsx";
import { Dialog, openDialog } from "../parts/dialog.tsx";
import { SelectField, TextField } from "../parts/field.tsx";
import { words } from "../words/index.ts";
import { pathOf, RecentExports } from "./recent-exports.tsx";

/** What is exported: content of a space, a page in it with those below, or a site. */
export interface ExportSource {
  readonly organization: string;
  readonly title: string;
  readonly space?: string;
  readonly changeRequest?: string | undefined;
  readonly page?: string;
  readonly site?: string;
}

/** Asks for a format, creates the file and offers it for download. */
export function showExport(source: ExportSource): void {
  openDialog((close) => <ExportDialog source={source} onClose={close} />);
}

type Format = "markdown" | "pdf" | "page" | "site";

/** What happens after the format is chosen. */
type Work =
  | { readonly kind: "export"; readonly id: string }
  | { readonly kind: "pdf" }
  | { readonly kind: "ready"; readonly url: string }
  | { readonly kind: "failed"; readonly reason: string };

const texts = words.exporting;

function ExportDialog({ source, onClose }: { readonly source: ExportSource; readonly onClose: () => void }) {
  const [format, setFormat] = useState<Format>(source.site === undefined ? "markdown" : "site");
  const [url, setUrl] = useState("");
  const [work, setWork] = useState<Work>();
  const start = async () => {
    try {
      if (format === "markdown" || format === "site") {
        const { id } = await startExport(source, url);
        refresh(`/orgs/${source.organization}/exports`);
        return setWork({ kind: "export", id });
      }
      setWork({ kind: "pdf" });
      setWork({ kind: "ready", url: (await createPdf(source, format === "page")).url });
    } catch (error) {
      setWork({ kind: "failed", reason: messageOf(error) });
    }
  };
  const again = () => setWork(undefined);
  return (
    <Dialog title={texts.title(source.title)} onClose={onClose}>
      <div class="run">
        {work === undefined && (
          <>
            <Choice source={source} format={format} onFormat={setFormat} url={url} onUrl={setUrl} />
            <div class="dialog-actions">
              <Button kind="primary" onClick={start}>
                {texts.start}
              </Button>
            </div>
          </>
        )}
        {work?.kind === "export" && (
          <WatchedExport organizationId={source.organization} id={work.id} onAgain={again} />
        )}
        {work?.kind === "pdf" && <Progress label={texts.workingPdf} />}
        {work?.kind === "ready" && <Ready url={work.url} text={texts.donePdf} />}
        {work?.kind === "failed" && <Failed reason={work.reason} onAgain={again} />}
        <RecentExports
          organizationId={source.organization}
          shown={work?.kind === "export" ? work.id : undefined}
        />
      </div>
    </Dialog>
  );
}

interface ChoiceProps {
  readonly source: ExportSource;
  readonly format: Format;
  readonly onFormat: (format: Format) => void;
  readonly url: string;
  readonly onUrl: (url: string) => void;
}

function Choice({ source, format, onFormat, url, onUrl }: ChoiceProps) {
  if (source.site !== undefined)
    return (
      <>
        <p>{texts.siteText}</p>
        <TextField
          label={texts.siteUrl}
          type="url"
          value={url}
          hint={texts.siteUrlHint}
          placeholder="https://docs.example.com/"
          onInput={onUrl}
        />
      </>
    );
  const formats = Object.entries(source.page === undefined ? texts.formats : texts.pageFormats);
  return (
    <SelectField
      label={texts.format}
      value={format}
      options={formats.map(([value, label]) => ({ value, label }))}
      onChange={(value) => onFormat(value as Format)}
    />
  );
}

async function startExport(source: ExportSource, url: string): Promise<Export> {
  const { organization: organizationId, site: siteId, space: spaceId = "", changeRequest, page } = source;
  if (siteId !== undefined) {
    const body = url.trim() === "" ? {} : { url: url.trim() };
    return call("POST /orgs/:organizationId/sites/:siteId/exports", { organizationId, siteId }, { body });
  }
  const body = page === undefined ? {} : { page };
  if (changeRequest === undefined) return call("POST /spaces/:spaceId/exports", { spaceId }, { body });
  const params = { spaceId, changeRequestId: changeRequest };
  return call("POST /spaces/:spaceId/change-requests/:changeRequestId/exports", params, { body });
}

async function createPdf({ space: spaceId = "", changeRequest, page }: ExportSource, isSingle: boolean) {
  const query = page === undefined ? {} : { page, only: isSingle };
  if (changeRequest === undefined) return call("GET /spaces/:spaceId/pdf", { spaceId }, { query });
  const params = { spaceId, changeRequestId: changeRequest };
  return call("GET /spaces/:spaceId/change-requests/:changeRequestId/pdf", params, { query });
}

interface WatchedExportProps {
  readonly organizationId: string;
  readonly id: string;
  readonly onAgain: () => void;
}

/** An export that is loaded again while it runs. */
function WatchedExport({ organizationId, id, onAgain }: WatchedExportProps) {
  const params = { organizationId, exportId: id };
  const path = `/orgs/${organizationId}/exports/${id}`;
  const { data, error } = useQuery("GET /orgs/:organizationId/exports/:exportId", params);
  const isRunning = data === undefined || isActive(data);
  useRefreshWhile(isRunning && error === undefined, path);
  if (error !== undefined && data === undefined)
    return <Failed reason={messageOf(error)} onAgain={onAgain} />;
  if (data === undefined || isActive(data)) {
    const cancel = async () => {
      await attempt(() => call("POST /orgs/:organizationId/exports/:exportId/cancel", params));
      refresh(path);
    };
    return (
      <>
        <Progress
          label={data?.status === "in-progress" ? texts.working : texts.waiting}
          progress={data?.progress}
        />
        <p class="muted">{texts.leave}</p>
        <div class="dialog-actions">
          <Button onClick={cancel}>{texts.cancel}</Button>
        </div>
      </>
    );
  }
  const { status, reason, result, url } = data;
  if (status === "completed" && url !== undefined && result !== undefined) {
    const skipped = result.skipped.length > 0 ? ` ${texts.skipped(result.skipped.length)}` : "";
    return <Ready url={url} text={texts.done(result.pages, formatBytes(result.size)) + skipped} />;
  }
  return (
    <Failed reason={status === "cancelled" ? texts.cancelled : (reason ?? texts.failed)} onAgain={onAgain} />
  );
}

function Progress({
  label,
  progress,
}: {
  readonly label: string;
  readonly progress?: Export["progress"] | undefined;
}) {
  return (
    <p class="run-progress" role="status">
      <progress
        aria-label={label}
        {...(progress && { value: progress.done, max: Math.max(progress.total, 1) })}
      />
      <span>{progress ? texts.progress(progress.done, progress.total) : label}</span>
    </p>
  );
}

function Ready({ url, text }: { readonly url: string; readonly text: string }) {
  return (
    <>
      <p role="status">{text}</p>
      <div class="dialog-actions">
        <a class="button button-primary" href={pathOf(url)} download>
          {texts.download}
        </a>
      </div>
    </>
  );
}

function Failed({ reason, onAgain }: { readonly reason: string; readonly onAgain: () => void }) {
  return (
    <>
      <p class="form-error" role="alert">
        {reason}
      </p>
      <div class="dialog-actions">
        <Button onClick={onAgain}>{texts.again}</Button>
      </div>
    </>
  );
}
