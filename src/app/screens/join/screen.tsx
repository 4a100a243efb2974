import { faUserPlus } from "@fortawesome/free-solid-svg-icons";
import { useState } from "preact/hooks";
import { call } from "../../data/api.ts";
import { refresh } from "../../data/queries.ts";
import { useOrganizations } from "../../data/session.ts";
import { showDone } from "../../data/toasts.ts";
import { navigate, urlOf } from "../../navigation/router.ts";
import { Button } from "../../parts/button.tsx";
import { FormError } from "../../parts/form.tsx";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { Skeleton } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";

const texts = words.people.join;

/** Joins an organization by an invitation link. */
export function Screen({ organization, invite }: { readonly organization: string; readonly invite: string }) {
  const [error, setError] = useState<unknown>();
  const organizations = useOrganizations();
  // Only members may know the name of an organization.
  const known = organizations?.find(({ id }) => id === organization);
  const join = async () => {
    try {
      await call("POST /orgs/:organizationId/invites/:inviteId", {
        organizationId: organization,
        inviteId: invite,
      });
    } catch (failure) {
      setError(failure);
      return;
    }
    refresh("/orgs");
    showDone(known ? texts.used : texts.joined);
    navigate(`/orgs/${organization}`, { replace: true });
  };
  if (organizations === undefined) return <Skeleton lines={3} />;
  if (error !== undefined)
    return (
      <>
        <ScreenHeader title={texts.failedTitle} description={texts.failedText} />
        <FormError error={error} />
      </>
    );
  return (
    <>
      <ScreenHeader
        title={known ? texts.memberTitle(known.title) : texts.title}
        description={known ? texts.memberText : texts.text}
      />
      <div class="toolbar">
        {known && (
          <a class="button button-primary" href={urlOf(`/orgs/${organization}`)}>
            {texts.open(known.title)}
          </a>
        )}
        <Button kind={known ? "plain" : "primary"} icon={faUserPlus} onClick={join}>
          {known ? texts.memberAction : texts.action}
        </Button>
      </div>
    </>
  );
}
