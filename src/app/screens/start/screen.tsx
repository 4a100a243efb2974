import { faBuilding } from "@fortawesome/free-solid-svg-icons";
import { useEffect } from "preact/hooks";
import { useQuery } from "../../data/queries.ts";
import { useOrganization, useOrganizations } from "../../data/session.ts";
import { openNewOrganization } from "../../frame/new-organization.tsx";
import { navigate } from "../../navigation/router.ts";
import { Button } from "../../parts/button.tsx";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { EmptyState, Skeleton } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";

/** Leads to the home of the last opened organization, or to the welcome of a new workspace. */
export function Screen() {
  const texts = words.frame.noOrganization;
  const organizations = useOrganizations();
  const organization = useOrganization();
  const account = useQuery("GET /user/account", {});
  useEffect(() => {
    if (account.data?.missing.organizationTitle !== undefined) navigate("/welcome", { replace: true });
    else if (organization && !account.isLoading) navigate(`/orgs/${organization.id}`, { replace: true });
  }, [organization?.id, account]);
  if (organizations?.length !== 0) return <Skeleton />;
  return (
    <>
      <ScreenHeader title={texts.title} />
      <EmptyState icon={faBuilding} title={texts.empty} text={texts.text}>
        <Button kind="primary" onClick={openNewOrganization}>
          {words.frame.newOrganization}
        </Button>
      </EmptyState>
    </>
  );
}
