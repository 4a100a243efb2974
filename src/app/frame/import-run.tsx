import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { call } from "../data/api.ts";
import type { ImportRun } from "../data/api-types.ts";
import { refreshLibrary, useLibrary } from "../data/library.ts";
import { refresh, useList } from "../data/queries.ts";
import { isActive, useImportRun } from "../data/runs.ts";
import { attempt } from "../data/toasts.ts";
import { urlOf } from "../navigation/router.ts";
import { Button } from "../parts/button.tsx";
import { confirm } from "../parts/dialog.tsx";
import { Badge } from "../parts/small.tsx";
import { Loaded } from "../parts/states.tsx";
import { words } from "../words/index.ts";
import type { ImportTarget } from "./import-dialog.tsx";
import { deleteSpace } from "./library/item-menu.ts";
import { openImport } from "./open-runs.ts";

const texts = words.imports;
const kinds = {
  pending: "plain",
  "in-progress": "info",
  completed: "success",
  failed: "danger",
  cancelled: "plain",
} as const;

interface WatchedRunProps {
  readonly organizationId: string;
  readonly id: string;
  /** Called instead of opening the screen of the next import. The target is the space that has got no pages. */
  readonly onAgain?: (target: ImportTarget | undefined) => void;
  /** Called when the space that got no pages is deleted, and the import with it. */
  readonly onDeleted: () => void;
}

/** An import that is loaded again while it runs. */
export function WatchedRun({ id, ...props }: WatchedRunProps) {
  const run = useImportRun(props.organizationId, id);
  return <Loaded query={run}>{(data) => <Run {...props} run={data} />}</Loaded>;
}

type RunProps = Omit<WatchedRunProps, "id"> & { readonly run: ImportRun };

function Run(props: RunProps) {
  const { run } = props;
  return (
    <div class="run">
      <p class="run-state" role="status">
        <RunBadge run={run} />
        <span>{describe(run)}</span>
      </p>
      {isActive(run) && <Running {...props} />}
      {run.status === "failed" && <p class="muted">{texts.advice}</p>}
      {run.status === "completed" && <Summary {...props} />}
      <Actions {...props} />
    </div>
  );
}

export function RunBadge({ run }: { readonly run: Pick<ImportRun, "status" | "undoneAt"> }) {
  if (run.undoneAt) return <Badge>{texts.undone}</Badge>;
  return <Badge kind={kinds[run.status]}>{texts.states[run.status]}</Badge>;
}

/** What has come of an import, or what it does now, as a sentence. */
function describe(run: ImportRun): string {
  if (run.status === "pending") return texts.doing.pending;
  if (run.status === "in-progress") return texts.doing[run.step ?? "reading"];
  if (run.status === "failed") return texts.failedText(run.reason ?? "");
  if (run.status === "cancelled") return texts.cancelled;
  if (run.revision === undefined) return texts.unchanged;
  return texts.came(run.summary?.pages ?? 0, run.summary?.files ?? 0);
}

function Running({ organizationId, run }: RunProps) {
  const { progress } = run;
  const cancel = async () => {
    const params = { organizationId, importRunId: run.id };
    await attempt(() => call("POST /org/:organizationId/imports/:importRunId/cancel", params));
    refresh(`/org/${organizationId}/imports`);
  };
  return (
    <>
      <p class="run-progress">
        <progress
          aria-label={texts.doing[run.step ?? "reading"]}
          {...(progress &&
            run.step === "reading" && { value: progress.done, max: Math.max(progress.total, 1) })}
        />
        {progress && (
          <span>
            {texts.progress(progress.done, progress.total)}, {texts.counts(progress.pages, progress.files)}
          </span>
        )}
      </p>
      <p class="muted">{texts.leave}</p>
      <div class="form-actions">
        <Button onClick={cancel}>{texts.cancel}</Button>
      </div>
    </>
  );
}

/** How many entries of a list are shown at first. */
const firstEntries = 20;

/** The first entries of a list, and all of them on demand. */
function RunList({ label, entries }: { readonly label: string; readonly entries: readonly VNode[] }) {
  const [isWhole, setWhole] = useState(false);
  const listed = isWhole ? entries : entries.slice(0, firstEntries);
  return (
    <section class="section">
      <h2>{label}</h2>
      <ul class="run-list">{listed}</ul>
      {listed.length < entries.length && (
        <Button kind="quiet" onClick={() => setWhole(true)}>
          {texts.showAll(entries.length)}
        </Button>
      )}
    </section>
  );
}

function Summary({ run }: RunProps) {
  const { summary, pages = [], target } = run;
  if (summary === undefined) return null;
  const missing = summary.totalResources - summary.importedResources;
  const root = `/spaces/${target.space}${target.changeRequest ? `/change-requests/${target.changeRequest}` : ""}`;
  return (
    <>
      {summary.warnings.length > 0 && (
        <RunList
          label={texts.warnings}
          entries={summary.warnings.map((warning) => <li key={warning}>{warning}</li>)}
        />
      )}
      {missing > 0 && (
        <RunList
          label={texts.missing(missing)}
          entries={summary.skipped.map(({ source, reason }) => (
            <li key={source}>
              <code>{source}</code> {reason}
            </li>
          ))}
        />
      )}
      {summary.skipped.length < missing && <p class="muted">{texts.missingMore}</p>}
      {pages.length > 0 && !run.undoneAt && (
        <RunList
          label={texts.pages}
          entries={pages.map(({ id, title }) => (
            <li key={id}>
              <a href={urlOf(`${root}/pages/${id}`)}>{title}</a>
            </li>
          ))}
        />
      )}
    </>
  );
}

/** Whether nothing has come of an import in the end. */
function canImportAgain({ status, undoneAt }: ImportRun): boolean {
  return status === "failed" || status === "cancelled" || undoneAt !== undefined;
}

/** The space of an import that has brought nothing or was undone, if it has no pages and the user may delete it. */
function useEmptySpace(organizationId: string, run: ImportRun) {
  const { target } = run;
  const space = useLibrary(organizationId).library?.byId.get(target.space);
  const params =
    canImportAgain(run) && target.changeRequest === undefined ? { spaceId: target.space } : undefined;
  const pages = useList("GET /spaces/:spaceId/content/page-titles", params, { limit: 1 }).data;
  return space?.object === "space" && space.permissions.admin && pages?.length === 0 ? space : undefined;
}

function Actions({ organizationId, run, onAgain, onDeleted }: RunProps) {
  const emptySpace = useEmptySpace(organizationId, run);
  const { space, changeRequest } = run.target;
  const path = `/spaces/${space}${changeRequest ? `/change-requests/${changeRequest}` : ""}`;
  if (isActive(run)) return null;
  // A screen around the run has an own way on.
  const isPrimary = onAgain === undefined;
  /** Asks for another source. A space that got no pages is filled by it. */
  const importAgain = () => {
    const target = emptySpace && {
      space: emptySpace.id,
      label: words.transfers.intoSpace(emptySpace.title),
    };
    if (onAgain === undefined) void openImport({ id: organizationId }, target);
    else onAgain(target);
  };
  const undo = async () => {
    const { title, text } = texts.confirmUndo;
    if (!(await confirm({ title, text, action: texts.undo, isDangerous: true }))) return;
    const params = { organizationId, importRunId: run.id };
    await attempt(() => call("POST /org/:organizationId/imports/:importRunId/undo", params), texts.undoDone);
    refresh(`/org/${organizationId}/imports`, `/spaces/${space}`);
    refreshLibrary(organizationId);
  };
  return (
    <>
      {run.status === "completed" && run.revision && !run.canUndo && !run.undoneAt && (
        <p class="muted">
          {texts.cannotUndo} <a href={urlOf(`/spaces/${space}/history`)}>{texts.history}</a>
        </p>
      )}
      <div class="form-actions">
        {run.status === "completed" && (
          <a class={`button${isPrimary ? " button-primary" : ""}`} href={urlOf(path)}>
            {changeRequest ? texts.openRequest : texts.openSpace}
          </a>
        )}
        {canImportAgain(run) && (
          <Button kind={isPrimary && run.status === "failed" ? "primary" : "plain"} onClick={importAgain}>
            {texts.tryAgain}
          </Button>
        )}
        {emptySpace && (
          <Button onClick={async () => (await deleteSpace(emptySpace)) && onDeleted()}>
            {texts.deleteSpace}
          </Button>
        )}
        {run.canUndo && (
          <Button kind="danger" onClick={undo}>
            {texts.undo}
          </Button>
        )}
      </div>
    </>
  );
}
