import { faEllipsis, faFolderOpen, faFolderPlus, faPlus } from "@fortawesome/free-solid-svg-icons";
import { useEffect } from "preact/hooks";
import type { Collection, Organization } from "../../data/api-types.ts";
import { pathOfItem, useLibrary } from "../../data/library.ts";
import { ancestorsOf, childrenOf, type Library, type LibraryItem } from "../../data/library-tree.ts";
import { useQuery } from "../../data/queries.ts";
import { setOrganization, useOrganizations } from "../../data/session.ts";
import { openNewItem } from "../../frame/library/item-dialogs.tsx";
import { ItemIcon } from "../../frame/library/item-icon.tsx";
import { itemMenu } from "../../frame/library/item-menu.ts";
import { urlOf } from "../../navigation/router.ts";
import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Menu } from "../../parts/menu.tsx";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { Time } from "../../parts/small.tsx";
import { EmptyState, Loaded, Skeleton } from "../../parts/states.tsx";
import { VirtualList } from "../../parts/virtual-list.tsx";
import { words } from "../../words/index.ts";

/** A collection: what is in it, and what can be done with it. */
export function Screen({ collection: id }: { readonly collection: string }) {
  const collection = useQuery("GET /collections/:collectionId", { collectionId: id });
  const organizationId = collection.data?.organization;
  useEffect(() => {
    if (organizationId) setOrganization(organizationId);
  }, [organizationId]);
  const organization = useOrganizations()?.find((other) => other.id === organizationId);
  const { library } = useLibrary(organizationId);
  return (
    <Loaded query={collection}>
      {(data) =>
        library === undefined || organization === undefined ? (
          <Skeleton />
        ) : (
          <CollectionView collection={data} library={library} organization={organization} />
        )
      }
    </Loaded>
  );
}

interface CollectionViewProps {
  readonly collection: Collection;
  readonly library: Library;
  readonly organization: Organization;
}

function CollectionView({ collection, library, organization }: CollectionViewProps) {
  const items = childrenOf(library, collection.id);
  const ancestors = ancestorsOf(library, collection.id);
  const crumbs = ancestors.map((item) => ({ label: item.title, href: urlOf(pathOfItem(item)) }));
  const canCreate = collection.permissions.create;
  const create = (kind: "space" | "collection") => openNewItem({ kind, organization, parent: collection });
  const newSpace = (
    <Button kind="primary" icon={faPlus} onClick={() => create("space")}>
      {words.frame.newSpace}
    </Button>
  );
  const newCollection = (
    <Button icon={faFolderPlus} onClick={() => create("collection")}>
      {words.frame.newCollection}
    </Button>
  );
  return (
    <>
      <ScreenHeader
        title={collection.title || words.library.untitled}
        description={collection.description}
        crumbs={crumbs}
      >
        {canCreate && items.length > 0 && newCollection}
        {canCreate && items.length > 0 && newSpace}
        <Menu
          label={words.common.more}
          items={() =>
            itemMenu({ item: library.byId.get(collection.id) ?? collection, library, organization })
          }
        >
          <Icon of={faEllipsis} />
        </Menu>
      </ScreenHeader>
      {items.length === 0 ? (
        <EmptyState icon={faFolderOpen} title={words.library.empty.title} text={words.library.empty.text}>
          {canCreate && newSpace}
          {canCreate && newCollection}
        </EmptyState>
      ) : (
        <VirtualList
          items={items}
          rowHeight={rowHeight}
          keyOf={({ id }) => id}
          attributes={{ role: "list", "aria-label": words.library.inside }}
          class="panel rows"
          row={(item) => <ItemRow item={item} library={library} organization={organization} />}
        />
      )}
    </>
  );
}

const rowHeight = 56;

function ItemRow({
  item,
  library,
  organization,
}: {
  readonly item: LibraryItem;
  readonly library: Library;
  readonly organization: Organization;
}) {
  const title = item.title || words.library.untitled;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtual list consists of div elements.
    <div role="listitem" style={{ height: `${rowHeight}px` }}>
      <ItemIcon item={item} />
      <div class="row-main">
        <a class="row-title" href={urlOf(pathOfItem(item))}>
          {title}
        </a>
        <span class="row-note">
          {item.object === "space" ? (
            <>
              {words.library.changed} <Time at={item.updatedAt} />
            </>
          ) : (
            (item.description ?? words.library.collection)
          )}
        </span>
      </div>
      <Menu label={words.library.actionsFor(title)} items={() => itemMenu({ item, library, organization })}>
        <Icon of={faEllipsis} />
      </Menu>
    </div>
  );
}
