import { faFileImport } from "@fortawesome/free-solid-svg-icons";
import { useImportRun } from "../../data/runs.ts";
import type { ImportTarget } from "../../frame/import-dialog.tsx";
import { WatchedRun } from "../../frame/import-run.tsx";
import { openImport } from "../../frame/open-runs.ts";
import { Button } from "../../parts/button.tsx";
import { words } from "../../words/index.ts";

interface ImportedPagesProps {
  readonly organizationId: string;
  readonly run: string | undefined;
  readonly onChange: (run: string | undefined) => void;
}

/** The import of the pages of a new site: it is started, watched, undone and repeated here. */
export function ImportedPages({ organizationId, run, onChange }: ImportedPagesProps) {
  const texts = words.siteCreation;
  const { error } = useImportRun(organizationId, run);
  const start = (target?: ImportTarget) =>
    openImport({ id: organizationId }, target, {
      isForNewSpace: true,
      onStarted: (started) => onChange(started.id),
    });
  return (
    <section aria-labelledby="imported-pages">
      <h2 id="imported-pages">{texts.imported}</h2>
      {run === undefined ? (
        <p class="muted">{texts.noneImported}</p>
      ) : (
        <WatchedRun
          key={run}
          organizationId={organizationId}
          id={run}
          onAgain={start}
          onDeleted={() => onChange(undefined)}
        />
      )}
      {(run === undefined || error !== undefined) && (
        <div class="form-actions">
          <Button icon={faFileImport} onClick={() => start()}>
            {texts.import}
          </Button>
        </div>
      )}
    </section>
  );
}
