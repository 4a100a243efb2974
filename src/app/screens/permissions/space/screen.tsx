import { useQuery } from "../../../data/queries.ts";
import { Loaded } from "../../../parts/states.tsx";
import { PermissionsScreen } from "../permissions-screen.tsx";

/** The permissions on a space. */
export function Screen({ space: spaceId }: { readonly space: string }) {
  const query = useQuery("GET /spaces/:spaceId", { spaceId });
  return (
    <Loaded query={query}>
      {(space) => <PermissionsScreen item={{ ...space, kind: "space", isAdmin: space.permissions.admin }} />}
    </Loaded>
  );
}
