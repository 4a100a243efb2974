import type { ImportRun } from "../../data/api-types.ts";
import { useLibrary } from "../../data/library.ts";
import type { Library } from "../../data/library-tree.ts";
import { useQuery } from "../../data/queries.ts";
import { useImportRun } from "../../data/runs.ts";
import { useOrganization } from "../../data/session.ts";
import { navigate, place, urlOf } from "../../navigation/router.ts";
import { Button } from "../../parts/button.tsx";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { Skeleton } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";
import { AddressStep } from "./address-step.tsx";
import { CheckStep } from "./check-step.tsx";
import { ContentStep } from "./content-step.tsx";
import { discardDraft, readDraft, type SiteDraft } from "./draft.ts";
import { pathFrom } from "./site-path.ts";
import { firstPossible, type Step, type StepProps, steps } from "./steps.ts";

/** Creates a site in three steps. Each is an address, so that Back leads to the step before. */
export function Screen({ organization: organizationId }: { readonly organization: string }) {
  const texts = words.siteCreation;
  const organization = useOrganization();
  const { library } = useLibrary(organizationId);
  const base = useQuery("GET /orgs/:organizationId/sites-summary", { organizationId }).data?.url;
  const draft = readDraft(organizationId);
  const { importRun } = draft;
  const run = useImportRun(organizationId, draft.source === "import" ? importRun : undefined);
  const isRunKnown =
    draft.source !== "import" || importRun === undefined || (run.data ?? run.error) !== undefined;
  const imported = library && importedSpace(run.data, library);
  const chosen = draft.source === "spaces" ? draft.spaces : [];
  const spaces = imported === undefined ? chosen : [imported];
  const root = `/orgs/${organizationId}/sites/new`;
  const asked = place.value.query.get("step") as Step;
  const step = firstPossible(draft, spaces, steps.includes(asked) ? asked : "content");
  const goTo = (next: Step) => navigate(next === "content" ? root : `${root}?step=${next}`);
  const props: StepProps = {
    ...{ organizationId, draft, spaces, base, goTo },
    titleOf: (id) => library?.byId.get(id)?.title,
    path: draft.path ?? pathFrom(draft.title),
    isAdmin: organization?.permissions.admin ?? false,
  };
  return (
    <>
      <ScreenHeader
        title={texts.title}
        crumbs={[{ label: words.sites.title, href: urlOf(`/orgs/${organizationId}/sites`) }]}
      >
        {(draft.made !== undefined ||
          draft.title !== "" ||
          draft.spaces.length > 0 ||
          importRun !== undefined) && (
          <Button
            onClick={() => {
              discardDraft(organizationId);
              goTo("content");
            }}
          >
            {texts.discard}
          </Button>
        )}
      </ScreenHeader>
      {organization === undefined || library === undefined || !isRunKnown ? (
        <Skeleton />
      ) : organization.permissions.createContent ? (
        <>
          <Steps current={step} draft={draft} spaces={spaces} root={root} />
          {step === "content" && <ContentStep {...props} />}
          {step === "address" && <AddressStep {...props} />}
          {step === "check" && <CheckStep {...props} />}
        </>
      ) : (
        <p>{texts.onlyCreators}</p>
      )}
    </>
  );
}

/** The space that has got the pages of an import. One whose import was undone has none. */
function importedSpace(run: ImportRun | undefined, { byId }: Library): string | undefined {
  const isThere = run?.status === "completed" && run.revision !== undefined && run.undoneAt === undefined;
  return isThere && byId.has(run.target.space) ? run.target.space : undefined;
}

interface StepsProps {
  readonly current: Step;
  readonly draft: SiteDraft;
  readonly spaces: readonly string[];
  readonly root: string;
}

function Steps({ current, draft, spaces, root }: StepsProps) {
  const texts = words.siteCreation;
  return (
    <nav aria-label={texts.stepsLabel}>
      <ol class="steps">
        {steps.map((step, i) => {
          const isPossible = firstPossible(draft, spaces, step) === step;
          const content = (
            <>
              <span class="step-number">{i + 1}</span>
              {texts.steps[step]}
            </>
          );
          return (
            <li key={step}>
              {isPossible ? (
                <a
                  href={urlOf(step === "content" ? root : `${root}?step=${step}`)}
                  aria-current={step === current ? "step" : undefined}
                >
                  {content}
                </a>
              ) : (
                <span>{content}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
