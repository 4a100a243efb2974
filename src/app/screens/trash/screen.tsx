import { faTrash } from "@fortawesome/free-solid-svg-icons";
import { useCallback } from "preact/hooks";
import type { Space } from "../../data/api-types.ts";
import { useList } from "../../data/queries.ts";
import { ItemIcon } from "../../frame/library/item-icon.tsx";
import { restoreSpace } from "../../frame/library/item-menu.ts";
import { Button } from "../../parts/button.tsx";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { Time } from "../../parts/small.tsx";
import { EmptyState, Loaded } from "../../parts/states.tsx";
import { VirtualList } from "../../parts/virtual-list.tsx";
import { words } from "../../words/index.ts";

const rowHeight = 56;

/** The deleted spaces of an organization. */
export function Screen({ organization }: { readonly organization: string }) {
  const texts = words.library.trash;
  const query = { deleted: true, limit: 100 };
  const spaces = useList("GET /orgs/:organizationId/spaces", { organizationId: organization }, query);
  const loadMore = useCallback(() => spaces.loadMore(), [spaces.data, spaces.isLoading]);
  return (
    <>
      <ScreenHeader title={texts.title} description={texts.description} />
      <Loaded query={spaces}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState icon={faTrash} title={texts.empty} text={texts.emptyText} />
          ) : (
            <VirtualList
              items={items}
              rowHeight={rowHeight}
              keyOf={({ id }) => id}
              onEnd={loadMore}
              attributes={{ role: "list", "aria-label": texts.title }}
              class="panel rows"
              row={(space) => <DeletedSpace space={space} />}
            />
          )
        }
      </Loaded>
    </>
  );
}

function DeletedSpace({ space }: { readonly space: Space }) {
  const texts = words.library.trash;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtual list consists of div elements.
    <div role="listitem" style={{ height: `${rowHeight}px` }}>
      <ItemIcon item={space} />
      <div class="row-main">
        <span class="row-title">{space.title}</span>
        <span class="row-note">
          {texts.deleted} {space.deletedAt && <Time at={space.deletedAt} />}
        </span>
      </div>
      <Button onClick={() => restoreSpace(space)} aria-label={texts.restoreOne(space.title)}>
        {texts.restore}
      </Button>
    </div>
  );
}
