import { useEffect } from "preact/hooks";
import { useQuery } from "../../data/queries.ts";
import { useOrganization } from "../../data/session.ts";
import { navigate } from "../../navigation/router.ts";
import { Skeleton } from "../../parts/states.tsx";

/** Leads to the home of the last opened organization, or to the welcome of a new workspace. */
export function Screen() {
  const organization = useOrganization();
  const account = useQuery("GET /user/account", {});
  useEffect(() => {
    if (account.data?.missing.organizationTitle !== undefined) navigate("/welcome", { replace: true });
    else if (organization && !account.isLoading) navigate(`/orgs/${organization.id}`, { replace: true });
  }, [organization?.id, account]);
  return <Skeleton />;
}
