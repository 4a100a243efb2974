import { faTrash } from "@fortawesome/free-solid-svg-icons";
import type { Space } from "../../data/api-types.ts";
import { useList } from "../../data/queries.ts";
import { ItemIcon } from "../../frame/library/item-icon.tsx";
import { restoreSpace } from "../../frame/library/item-menu.ts";
import { Button } from "../../parts/button.tsx";
import { PagedList } from "../../parts/paged-list.tsx";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { Time } from "../../parts/small.tsx";
import { EmptyState } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";

const rowHeight = 56;

/** The deleted spaces of an organization. */
export function Screen({ organization }: { readonly organization: string }) {
  const texts = words.library.trash;
  const query = { deleted: true, limit: 100 };
  const spaces = useList("GET /orgs/:organizationId/spaces", { organizationId: organization }, query);
  return (
    <>
      <ScreenHeader title={texts.title} description={texts.description} />
      <PagedList
        list={spaces}
        label={texts.title}
        rowHeight={rowHeight}
        empty={<EmptyState icon={faTrash} title={texts.empty} text={texts.emptyText} />}
        row={(space) => <DeletedSpace space={space} />}
      />
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
