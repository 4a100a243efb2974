import { useEffect } from "preact/hooks";
import { Discussion } from "../../comments/discussion.tsx";
import { useQuery } from "../../data/queries.ts";
import { setOrganization } from "../../data/session.ts";
import { urlOf } from "../../navigation/router.ts";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { Loaded } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";

/** All comments on the primary content of a space. */
export function Screen({ space: spaceId }: { readonly space: string }) {
  const space = useQuery("GET /spaces/:spaceId", { spaceId });
  useEffect(() => {
    if (space.data) setOrganization(space.data.organization);
  }, [space.data?.organization]);
  return (
    <Loaded query={space}>
      {({ title, permissions }) => (
        <>
          <ScreenHeader
            title={words.comments.label}
            crumbs={[{ label: title, href: urlOf(`/spaces/${spaceId}`) }]}
          />
          <Discussion
            place={{ space: spaceId }}
            mayComment={permissions.comment}
            mayResolve={permissions.edit}
          />
        </>
      )}
    </Loaded>
  );
}
