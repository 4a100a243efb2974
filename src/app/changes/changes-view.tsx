import { faArrowDown, faArrowUp, faCodeCompare } from "@fortawesome/free-solid-svg-icons";
import type { ComponentChildren } from "preact";
import { useActions } from "../data/actions.ts";
import type { Restoration } from "../history/restore.tsx";
import { place, setQuery, urlOf } from "../navigation/router.ts";
import { IconButton } from "../parts/button.tsx";
import { Checkbox, Select } from "../parts/field.tsx";
import { EmptyState, Loaded } from "../parts/states.tsx";
import { words } from "../words/index.ts";
import { type ChangedItem, changedItems } from "./changed-items.ts";
import { ChangeBadges, ChangedThing } from "./changed-thing.tsx";
import {
  type Comparison,
  currentView,
  isWholeShown,
  maxListed,
  skippedChanges,
  useChangedThings,
  views,
} from "./comparison.ts";
import { goToChange } from "./next-change.ts";

const texts = words.changes;

interface ChangesViewProps {
  readonly comparison: Comparison;
  readonly emptyText: string;
  /** Shows only this page. */
  readonly page?: string | undefined;
  /** The earlier version, if what differs can be restored from it. */
  readonly restorable?: Restoration | undefined;
}

/** What differs between two versions of a space's content: the list of it, and each difference. */
export function ChangesView({ comparison, emptyText, page, restorable }: ChangesViewProps) {
  const skip = skippedChanges();
  const list = useChangedThings(comparison, maxListed, skip);
  useActions([
    {
      ...{ id: "next-change", label: texts.next, icon: faArrowDown, shortcut: "j", group: texts.group },
      run: () => goToChange(1),
    },
    {
      ...{ id: "previous-change", label: texts.previous, icon: faArrowUp, shortcut: "k", group: texts.group },
      run: () => goToChange(-1),
    },
  ]);
  return (
    <Loaded query={list}>
      {({ changes, more = 0 }) => {
        const items = changedItems(changes, texts.things.variables);
        const shown = page === undefined ? items : items.filter(({ id }) => id === page);
        const pages = <OtherChanges skip={skip} more={more} />;
        if (shown.length === 0 && skip === 0)
          return <EmptyState icon={faCodeCompare} title={texts.none} text={emptyText} />;
        return (
          <div class="changes-view" data-alone={shown.length === 1 || undefined}>
            <Toolbar count={skip + changes.length + more} />
            {(shown.length > 1 || skip > 0) && <ItemList items={shown}>{pages}</ItemList>}
            <div class="changed-things">
              {shown.map((item) => (
                <ChangedThing
                  key={item.key}
                  item={item}
                  comparison={comparison}
                  view={currentView()}
                  isWhole={isWholeShown()}
                  restorable={restorable}
                />
              ))}
              {pages}
            </div>
          </div>
        );
      }}
    </Loaded>
  );
}

function Toolbar({ count }: { readonly count: number }) {
  return (
    <div class="toolbar changes-toolbar">
      <span class="muted">{texts.found(count)}</span>
      <Select
        label={texts.views}
        value={currentView()}
        options={views.map((view) => ({ value: view, label: texts.view[view] }))}
        onChange={(view) => setQuery({ view: view === "page" ? "" : view })}
      />
      <Checkbox
        label={texts.whole}
        checked={isWholeShown()}
        onChange={(isChecked) => setQuery({ whole: isChecked ? "1" : "" })}
      />
      <span class="changes-steps">
        <IconButton icon={faArrowUp} label={texts.previous} onClick={() => goToChange(-1)} />
        <IconButton icon={faArrowDown} label={texts.next} onClick={() => goToChange(1)} />
      </span>
    </div>
  );
}

/** Everything that differs at once, as links to the differences. */
function ItemList({
  items,
  children,
}: {
  readonly items: readonly ChangedItem[];
  readonly children: ComponentChildren;
}) {
  const { path, query } = place.value;
  const search = query.size > 0 ? `?${query}` : "";
  return (
    <nav class="changed-list" aria-label={texts.list}>
      <ul>
        {items.map(({ key, title, kinds }) => (
          <li key={key}>
            <a href={urlOf(`${path}${search}#${key}`)} onClick={() => showItem(key)}>
              <span class="row-title">{title}</span>
              <ChangeBadges kinds={kinds} />
            </a>
          </li>
        ))}
      </ul>
      {children}
    </nav>
  );
}

/** Links to the changes before and after those that are listed. */
function OtherChanges({ skip, more }: { readonly skip: number; readonly more: number }) {
  if (skip === 0 && more === 0) return null;
  const { path, query } = place.value;
  const from = (start: number) => {
    const search = new URLSearchParams(query);
    search.delete("from");
    if (start > 0) search.set("from", String(start));
    return urlOf(`${path}${search.size > 0 ? `?${search}` : ""}`);
  };
  return (
    <p class="changes-pages">
      {skip > 0 && (
        <a href={from(Math.max(0, skip - maxListed))}>{texts.earlier(Math.min(skip, maxListed))}</a>
      )}
      {more > 0 && <a href={from(skip + maxListed)}>{texts.later(Math.min(more, maxListed))}</a>}
    </p>
  );
}

function showItem(key: string): void {
  const heading = document.getElementById(`${key}-title`);
  document.getElementById(key)?.scrollIntoView();
  heading?.focus({ preventScroll: true });
}
