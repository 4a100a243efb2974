import { faUserPlus } from "@fortawesome/free-solid-svg-icons";
import { useState } from "preact/hooks";
import { call } from "../../data/api.ts";
import { refresh } from "../../data/queries.ts";
import { showDone } from "../../data/toasts.ts";
import { navigate } from "../../navigation/router.ts";
import { Button } from "../../parts/button.tsx";
import { FormError } from "../../parts/form.tsx";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { words } from "../../words/index.ts";

const texts = words.people.join;

/** Joins an organization by an invitation link. */
export function Screen({ organization, invite }: { readonly organization: string; readonly invite: string }) {
  const [error, setError] = useState<unknown>();
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
    showDone(texts.joined);
    navigate(`/orgs/${organization}`, { replace: true });
  };
  return (
    <>
      <ScreenHeader
        title={error === undefined ? texts.title : texts.failedTitle}
        description={error === undefined ? texts.text : texts.failedText}
      />
      <FormError error={error} />
      {error === undefined && (
        <Button kind="primary" icon={faUserPlus} onClick={join}>
          {texts.action}
        </Button>
      )}
    </>
  );
}
