import { faUserPlus } from "@fortawesome/free-solid-svg-icons";
import { useState } from "preact/hooks";
import { call } from "../../data/api.ts";
import { pathOfItem } from "../../data/library.ts";
import { refresh, useQuery } from "../../data/queries.ts";
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
  const params = { organizationId: organization, inviteId: invite };
  const invitation = useQuery("GET /orgs/:organizationId/invites/:inviteId", params);
  const known = organizations?.find(({ id }) => id === organization);
  const failure = error ?? invitation.error;
  const join = async () => {
    try {
      await call("POST /orgs/:organizationId/invites/:inviteId", params);
    } catch (refusal) {
      setError(refusal);
      return;
    }
    refresh("/orgs");
    showDone(known ? texts.used : texts.joined);
    const { item } = invitation.data ?? {};
    navigate(item ? pathOfItem(item) : `/orgs/${organization}`, { replace: true });
  };
  if (failure !== undefined)
    return (
      <>
        <ScreenHeader title={texts.failedTitle} description={texts.failedText} />
        <FormError error={failure} />
      </>
    );
  if (organizations === undefined || invitation.data === undefined) return <Skeleton lines={3} />;
  const { title } = invitation.data.organization;
  const { item } = invitation.data;
  const text = known ? texts.memberText : texts.text;
  return (
    <>
      <ScreenHeader
        title={known ? texts.memberTitle(title) : texts.title(title)}
        description={item ? texts.itemText(item.title) : text}
      />
      <div class="toolbar">
        {known && (
          <a class="button button-primary" href={urlOf(`/orgs/${organization}`)}>
            {texts.open(title)}
          </a>
        )}
        <Button kind={known ? "plain" : "primary"} icon={faUserPlus} onClick={join}>
          {known ? texts.memberAction : texts.action}
        </Button>
      </div>
    </>
  );
}
