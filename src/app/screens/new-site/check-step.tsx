import { faGlobe } from "@fortawesome/free-solid-svg-icons";
import { useState } from "preact/hooks";
import { ApiError, messageOf } from "../../data/api.ts";
import { showDone } from "../../data/toasts.ts";
import { navigate, urlOf } from "../../navigation/router.ts";
import { Button } from "../../parts/button.tsx";
import { words } from "../../words/index.ts";
import { readDraft } from "./draft.ts";
import { makeSite } from "./make-site.ts";
import type { StepProps } from "./steps.ts";

/** The last step: what will be created, and how far that is. */
export function CheckStep(props: StepProps) {
  const { organizationId, draft, spaces, path, isAdmin } = props;
  const texts = words.siteCreation;
  const [progress, setProgress] = useState<string>();
  const [error, setError] = useState<unknown>();
  const make = async (isPublished: boolean) => {
    setError(undefined);
    const { title } = readDraft(organizationId);
    try {
      const site = await makeSite(organizationId, {
        ...{ spaces, isPublished, onProgress: setProgress },
        path: isAdmin && path !== "" ? path : undefined,
      });
      showDone(isPublished ? texts.published(title) : texts.created(title));
      navigate(`/orgs/${organizationId}/sites/${site}`, { replace: true });
    } catch (failure) {
      setError(failure);
    } finally {
      setProgress(undefined);
    }
  };
  const isBusy = progress !== undefined;
  return (
    <div class="form new-site-check">
      <Summary {...props} />
      {error !== undefined && <Stopped error={error} organizationId={organizationId} />}
      <p role="status" class="hint">
        {progress ?? ""}
      </p>
      {!isAdmin && <p class="hint">{texts.onlyAdminsPublish}</p>}
      <div class="form-actions">
        <Button disabled={isBusy} onClick={() => props.goTo("address")}>
          {texts.back}
        </Button>
        <Button disabled={isBusy} kind={isAdmin ? "plain" : "primary"} onClick={() => make(false)}>
          {isAdmin ? texts.keep : texts.create}
        </Button>
        {isAdmin && (
          <Button kind="primary" icon={faGlobe} disabled={isBusy} onClick={() => make(true)}>
            {draft.made === undefined ? texts.publish : texts.failed.goOn}
          </Button>
        )}
      </div>
    </div>
  );
}

function Summary({ draft, spaces, titleOf, base, path, isAdmin }: StepProps) {
  const texts = words.siteCreation;
  const titles = spaces.map((id) => titleOf(id) ?? texts.missingSpace);
  const content =
    draft.source === "sample" || draft.source === "empty"
      ? texts.summary[draft.source]
      : titles.length > 1
        ? `${texts.arrangements[draft.arrangement]}: ${titles.join(", ")}`
        : titles.join();
  return (
    <dl class="facts panel">
      <dt>{texts.name}</dt>
      <dd>{draft.title}</dd>
      <dt>{texts.summary.content}</dt>
      <dd>{content}</dd>
      {isAdmin && base !== undefined && path !== "" && (
        <>
          <dt>{texts.path}</dt>
          <dd>{`${base}/${path}`}</dd>
        </>
      )}
      <dt>{texts.visibility}</dt>
      <dd>
        {words.sites.readers[draft.visibility]}
        {draft.visibility === "share-link" && ` ${texts.afterLink}`}
        {draft.visibility === "visitor-auth" && ` ${texts.afterAuth}`}
      </dd>
    </dl>
  );
}

/** Why it stopped, and what exists. */
function Stopped({ error, organizationId }: { readonly error: unknown; readonly organizationId: string }) {
  const texts = words.siteCreation.failed;
  const { made } = readDraft(organizationId);
  const isUnknown = error instanceof ApiError && error.status === 0;
  return (
    <div class="notice-panel" role="alert">
      <p>{made !== undefined ? texts.created : isUnknown ? texts.unknown : texts.nothing}</p>
      <p class="form-error">{messageOf(error)}</p>
      {made !== undefined && <a href={urlOf(`/orgs/${organizationId}/sites/${made.site}`)}>{texts.open}</a>}
    </div>
  );
}
