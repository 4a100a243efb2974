import type { ComponentChildren } from "preact";
import { useCallback } from "preact/hooks";
import type { ListState } from "../data/queries.ts";
import { Loaded } from "./states.tsx";
import { VirtualList } from "./virtual-list.tsx";

interface PagedListProps<Item> {
  readonly list: ListState<Item>;
  /** The accessible name. */
  readonly label: string;
  readonly rowHeight: number;
  /** What is shown if there are no items. */
  readonly empty: ComponentChildren;
  readonly row: (item: Item) => ComponentChildren;
}

/** Rows of a list of the API. The next page is loaded when its place comes into view. */
export function PagedList<Item extends { readonly id: string }>(props: PagedListProps<Item>) {
  const { list, label, rowHeight, empty, row } = props;
  const loadMore = useCallback(() => list.loadMore(), [list.data, list.isLoading]);
  return (
    <Loaded query={list}>
      {(items) =>
        items.length === 0 ? (
          empty
        ) : (
          <VirtualList
            items={items}
            rowHeight={rowHeight}
            keyOf={({ id }) => id}
            onEnd={loadMore}
            attributes={{ role: "list", "aria-label": label }}
            class="panel rows"
            row={row}
          />
        )
      }
    </Loaded>
  );
}
