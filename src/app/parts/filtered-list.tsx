import type { ComponentChildren } from "preact";
import { place, setQuery } from "../navigation/router.ts";
import { SearchField } from "./search-field.tsx";
import { VirtualList } from "./virtual-list.tsx";

interface FilteredListProps<Item> {
  readonly items: readonly Item[];
  /** The texts of an item in which the search looks. */
  readonly textsOf: (item: Item) => readonly string[];
  /** The accessible name of the search field. */
  readonly label: string;
  readonly noMatch: string;
  /** Further filters beside the search field. */
  readonly filters?: ComponentChildren;
  readonly rowHeight: number;
  readonly keyOf: (item: Item) => string;
  readonly row: (item: Item) => ComponentChildren;
}

/** A list in a panel with a search field, whose text is in the address. */
export function FilteredList<Item>(props: FilteredListProps<Item>) {
  const { items, textsOf, label, noMatch, filters, rowHeight, keyOf, row } = props;
  const text = place.value.query.get("search") ?? "";
  const wanted = text.toLocaleLowerCase();
  const shown = items.filter((item) =>
    textsOf(item).some((part) => part.toLocaleLowerCase().includes(wanted)),
  );
  return (
    <>
      <div class="toolbar">
        <SearchField label={label} value={text} onSearch={(search) => setQuery({ search })} />
        {filters}
      </div>
      {shown.length === 0 ? (
        <p class="hint" role="status">
          {noMatch}
        </p>
      ) : (
        <VirtualList
          class="panel rows"
          attributes={{ role: "list" }}
          items={shown}
          rowHeight={rowHeight}
          keyOf={keyOf}
          row={row}
        />
      )}
    </>
  );
}
