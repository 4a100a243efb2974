import { faPuzzlePiece } from "@fortawesome/free-solid-svg-icons";
import { useEffect } from "preact/hooks";
import { useList, useQuery } from "../../../data/queries.ts";
import { setOrganization } from "../../../data/session.ts";
import { urlOf } from "../../../navigation/router.ts";
import { LinkButton } from "../../../parts/button.tsx";
import { PagedList } from "../../../parts/paged-list.tsx";
import { ScreenHeader } from "../../../parts/screen-header.tsx";
import { EmptyState } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { IntegrationRow, rowHeight, withIds } from "../integration-row.tsx";

/** The integrations of a space, with the blocks that links to them become. */
export function Screen({ space: spaceId }: { readonly space: string }) {
  const texts = words.integrations.ofSpace;
  const space = useQuery("GET /spaces/:spaceId", { spaceId }).data;
  const list = useList("GET /spaces/:spaceId/integrations", { spaceId }, { limit: 50 });
  const blocks = useQuery("GET /spaces/:spaceId/integration-blocks", { spaceId }).data ?? [];
  useEffect(() => {
    if (space) setOrganization(space.organization);
  }, [space?.organization]);
  const titlesOf = (name: string) =>
    blocks
      .filter((integration) => integration.name === name)
      .flatMap((integration) => integration.blocks.map(({ title }) => title));
  return (
    <>
      <ScreenHeader
        title={texts.title}
        crumbs={space ? [{ label: space.title, href: urlOf(`/spaces/${spaceId}`) }] : []}
      />
      <PagedList
        list={withIds(list)}
        label={texts.title}
        rowHeight={rowHeight}
        empty={
          <EmptyState icon={faPuzzlePiece} title={texts.empty} text={texts.emptyText}>
            {space && (
              <LinkButton href={urlOf(`/orgs/${space.organization}/integrations`)}>{texts.browse}</LinkButton>
            )}
          </EmptyState>
        }
        row={(integration) => {
          const titles = titlesOf(integration.name);
          return (
            <IntegrationRow
              integration={integration}
              href={urlOf(`/integrations/${integration.name}`)}
              note={titles.length > 0 ? texts.blocks(titles.join(", ")) : undefined}
            />
          );
        }}
      />
    </>
  );
}
