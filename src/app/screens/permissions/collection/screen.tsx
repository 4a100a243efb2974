import { useQuery } from "../../../data/queries.ts";
import { Loaded } from "../../../parts/states.tsx";
import { PermissionsScreen } from "../permissions-screen.tsx";

/** The permissions on a collection. */
export function Screen({ collection: collectionId }: { readonly collection: string }) {
  const query = useQuery("GET /collections/:collectionId", { collectionId });
  return (
    <Loaded query={query}>
      {(collection) => (
        <PermissionsScreen
          item={{ ...collection, kind: "collection", isAdmin: collection.permissions.admin }}
        />
      )}
    </Loaded>
  );
}
