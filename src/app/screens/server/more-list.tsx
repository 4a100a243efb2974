import type { IconDefinition } from "@fortawesome/free-solid-svg-icons";
import type { ComponentChildren } from "preact";
import { formatNumber } from "../../data/format.ts";
import type { ListState } from "../../data/queries.ts";
import { Button } from "../../parts/button.tsx";
import { EmptyState, Loaded } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";

interface MoreListProps<Item> {
  readonly list: ListState<Item>;
  readonly texts: {
    readonly list: string;
    readonly one: string;
    readonly count: (count: string) => string;
    readonly none: string;
    readonly noneText: string;
  };
  readonly icon: IconDefinition;
  readonly row: (item: Item) => ComponentChildren;
}

/** Rows of any height, with their number and a button that loads the next ones. */
export function MoreList<Item>({ list, texts, icon, row }: MoreListProps<Item>) {
  const { data, count, isComplete, isLoading } = list;
  return (
    <>
      <p class="hint list-count" role="status">
        {count !== undefined && (count === 1 ? texts.one : texts.count(formatNumber(count)))}
      </p>
      <Loaded query={list}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState icon={icon} title={texts.none} text={texts.noneText} />
          ) : (
            <ul class="panel rows" aria-label={texts.list}>
              {items.map(row)}
            </ul>
          )
        }
      </Loaded>
      {data && !isComplete && (
        <p class="section-actions">
          <Button disabled={isLoading} onClick={() => list.loadMore()}>
            {words.server.more}
          </Button>
        </p>
      )}
    </>
  );
}
