import { useEffect } from "preact/hooks";
import { call } from "../../../data/api.ts";
import type { Space } from "../../../data/api-types.ts";
import { refresh, useQuery } from "../../../data/queries.ts";
import { setOrganization } from "../../../data/session.ts";
import { urlOf } from "../../../navigation/router.ts";
import { ScreenHeader } from "../../../parts/screen-header.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { MergeRulesForm } from "../form.tsx";

const texts = words.mergeRules;

/** The merge rules of a space. */
export function Screen({ space: spaceId }: { readonly space: string }) {
  const query = useQuery("GET /spaces/:spaceId", { spaceId });
  return <Loaded query={query}>{(space) => <Rules key={space.id} space={space} />}</Loaded>;
}

function Rules({ space }: { readonly space: Space }) {
  const organizationId = space.organization;
  const organization = useQuery("GET /orgs/:organizationId", { organizationId }).data;
  useEffect(() => setOrganization(organizationId), [organizationId]);
  return (
    <>
      <ScreenHeader
        title={texts.titleOf(space.title)}
        description={texts.description}
        crumbs={[{ label: space.title, href: urlOf(`/spaces/${space.id}`) }]}
      />
      {space.permissions.admin ? (
        <MergeRulesForm
          rules={space.mergeRules}
          organizationId={organizationId}
          types={["inherit", "none", "rules"]}
          inherited={organization?.mergeRules}
          onSave={async (mergeRules) => {
            await call("PATCH /spaces/:spaceId", { spaceId: space.id }, { body: { mergeRules } });
            refresh(`/spaces/${space.id}`, `/orgs/${organizationId}/change-requests`);
          }}
        />
      ) : (
        <p class="section-text">{texts.onlyAdmins}</p>
      )}
    </>
  );
}
