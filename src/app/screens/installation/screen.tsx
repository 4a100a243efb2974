import { useQuery } from "../../data/queries.ts";
import { urlOf } from "../../navigation/router.ts";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { Badge, Time } from "../../parts/small.tsx";
import { Loaded } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";

interface Params {
  readonly integration: string;
  readonly installation: string;
}

/** An installation of an integration in an organization. */
export function Screen({ integration, installation }: Params) {
  const texts = words.objects.installation;
  const title = useQuery("GET /integrations/:integrationName", { integrationName: integration }).data?.title;
  const query = useQuery("GET /integrations/:integrationName/installations/:installationId", {
    integrationName: integration,
    installationId: installation,
  });
  return (
    <Loaded query={query}>
      {({ status, space_selection, spaces, createdAt }) => (
        <>
          <ScreenHeader
            title={texts.title(title ?? integration)}
            crumbs={[{ label: title ?? integration, href: urlOf(`/integrations/${integration}`) }]}
          >
            <Badge kind={status === "active" ? "success" : "warning"}>{texts.states[status]}</Badge>
          </ScreenHeader>
          <dl class="facts">
            <dt>{texts.spaces}</dt>
            <dd>{space_selection === "all" ? texts.allSpaces : texts.selected(spaces)}</dd>
            <dt>{texts.created}</dt>
            <dd>
              <Time at={createdAt} />
            </dd>
          </dl>
        </>
      )}
    </Loaded>
  );
}
