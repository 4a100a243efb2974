import { faFileLines, faPlus } from "@fortawesome/free-solid-svg-icons";
import { useList } from "../../../data/queries.ts";
import { useRefreshWhile } from "../../../data/refresh-while.ts";
import { Button } from "../../../parts/button.tsx";
import { openDialog } from "../../../parts/dialog.tsx";
import { EmptyState, Loaded } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { SpecScreen, type SpecScreenProps } from "../spec-screen.tsx";
import { MakePagesDialog } from "./make-pages.tsx";
import { PageSetRow } from "./page-set-row.tsx";

/** Where pages are made from an OpenAPI spec. */
export function Screen(props: SpecScreenProps) {
  return <SpecScreen {...props}>{() => <PageSets {...props} />}</SpecScreen>;
}

function PageSets({ organization, spec }: SpecScreenProps) {
  const texts = words.openapi.pages;
  const params = { organizationId: organization, specSlug: spec };
  const sets = useList("GET /orgs/:organizationId/openapi/:specSlug/page-sets", params, { limit: 100 });
  const isRunning = sets.data?.some(({ state }) => state === "pending" || state === "removing") ?? false;
  useRefreshWhile(isRunning, `/orgs/${organization}/openapi/${spec}/page-sets`);
  const makePages = (
    <Button
      kind="primary"
      icon={faPlus}
      onClick={() => openDialog((close) => <MakePagesDialog {...{ organization, spec }} onClose={close} />)}
    >
      {texts.make}
    </Button>
  );
  return (
    <Loaded query={sets}>
      {(items) =>
        items.length === 0 ? (
          <EmptyState icon={faFileLines} title={texts.empty} text={texts.emptyText}>
            {makePages}
          </EmptyState>
        ) : (
          <>
            <div class="toolbar spec-pages-toolbar">
              <p class="section-text">{texts.description}</p>
              {makePages}
            </div>
            <ul class="panel rows" aria-label={texts.tab}>
              {items.map((set) => (
                <PageSetRow key={set.id} organization={organization} set={set} />
              ))}
            </ul>
          </>
        )
      }
    </Loaded>
  );
}
