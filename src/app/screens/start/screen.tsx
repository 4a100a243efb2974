import { useEffect } from "preact/hooks";
import { useOrganization } from "../../data/session.ts";
import { navigate } from "../../navigation/router.ts";
import { Skeleton } from "../../parts/states.tsx";

/** Leads to the home of the last opened organization. */
export function Screen() {
  const organization = useOrganization();
  useEffect(() => {
    if (organization) navigate(`/orgs/${organization.id}`, { replace: true });
  }, [organization?.id]);
  return <Skeleton />;
}
