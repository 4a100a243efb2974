import { faFileImport } from "@fortawesome/free-solid-svg-icons";
import { useLibrary } from "../../data/library.ts";
import { useList } from "../../data/queries.ts";
import type { ListedRun } from "../../data/runs.ts";
import { RunBadge } from "../../frame/import-run.tsx";
import { openImport } from "../../frame/open-runs.ts";
import { urlOf } from "../../navigation/router.ts";
import { Button } from "../../parts/button.tsx";
import { PagedList } from "../../parts/paged-list.tsx";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { Time } from "../../parts/small.tsx";
import { EmptyState } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";

const rowHeight = 56;

/** The imports of an organization. */
export function Screen({ organization }: { readonly organization: string }) {
  const texts = words.imports;
  const runs = useList("GET /org/:organizationId/imports", { organizationId: organization }, { limit: 50 });
  const { library } = useLibrary(organization);
  const titleOf = (id: string) => library?.byId.get(id)?.title ?? "";
  const start = () => openImport({ id: organization });
  return (
    <>
      <ScreenHeader title={texts.title} description={texts.description}>
        <Button kind="primary" icon={faFileImport} onClick={start}>
          {texts.import}
        </Button>
      </ScreenHeader>
      <PagedList
        list={runs}
        label={texts.title}
        rowHeight={rowHeight}
        empty={<EmptyState icon={faFileImport} title={texts.empty} text={texts.emptyText} />}
        row={(run) => <RunRow organization={organization} run={run} space={titleOf(run.target.space)} />}
      />
    </>
  );
}

interface RunRowProps {
  readonly organization: string;
  readonly run: ListedRun;
  readonly space: string;
}

function RunRow({ organization, run, space }: RunRowProps) {
  const { sources } = words.imports;
  const source = run.source.type === "file" ? run.source.format : run.source.type;
  const label = source === undefined ? "" : sources[source].label;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtual list consists of div elements.
    <div role="listitem" style={{ height: `${rowHeight}px` }}>
      <div class="row-main">
        <a class="row-title" href={urlOf(`/orgs/${organization}/imports/${run.id}`)}>
          {label}: {run.source.url ?? run.source.files?.join(", ")}
        </a>
        <span class="row-note">
          {space} · <Time at={run.createdAt} />
        </span>
      </div>
      <RunBadge run={run} />
    </div>
  );
}
