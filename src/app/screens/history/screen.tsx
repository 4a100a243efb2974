import { faClockRotateLeft, faCodeCompare, faEllipsis } from "@fortawesome/free-solid-svg-icons";
import { useState } from "preact/hooks";
import type { RevisionEntry, Space } from "../../data/api-types.ts";
import { formatDate } from "../../data/format.ts";
import { useList } from "../../data/queries.ts";
import { authorOf, summaryOf, titleOf } from "../../history/describe.ts";
import { HistoryFilters, isFiltered, queryOf } from "../../history/filters.tsx";
import { openRestore } from "../../history/restore.tsx";
import { navigate, place, urlOf } from "../../navigation/router.ts";
import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Menu, type MenuItem } from "../../parts/menu.tsx";
import { PagedList } from "../../parts/paged-list.tsx";
import { Avatar, Badge, Time } from "../../parts/small.tsx";
import { EmptyState } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";
import { HistoryHeader, useHistorySpace } from "./history-header.tsx";

const texts = words.history;
const rowHeight = 57;
const kinds = {
  start: "plain",
  edit: "plain",
  merge: "info",
  import: "success",
  restore: "warning",
  update: "plain",
  computed: "plain",
} as const;

/** The revisions of a space, with filters in the address. Two of them can be compared. */
export function Screen({ space: spaceId }: { readonly space: string }) {
  const space = useHistorySpace(spaceId);
  const { query } = place.value;
  const list = useList("GET /spaces/:spaceId/revisions", { spaceId }, { ...queryOf(query), limit: 50 });
  const [selected, setSelected] = useState<readonly RevisionEntry[]>([]);
  const toggle = (entry: RevisionEntry) => {
    const others = selected.filter(({ id }) => id !== entry.id);
    // The third one takes the place of the first.
    setSelected(others.length < selected.length ? others : [...others, entry].slice(-2));
  };
  return (
    <>
      <HistoryHeader spaceId={spaceId} space={space} />
      <HistoryFilters space={space} />
      <Comparison spaceId={spaceId} selected={selected} count={list.count} />
      <PagedList
        list={list}
        label={texts.revisions}
        rowHeight={rowHeight}
        empty={
          <EmptyState
            icon={faClockRotateLeft}
            title={isFiltered(query) ? texts.noMatch : texts.empty}
            text={isFiltered(query) ? texts.noMatchText : texts.emptyText}
          />
        }
        row={(entry) => (
          <Row
            entry={entry}
            spaceId={spaceId}
            space={space}
            page={query.get("page") ?? undefined}
            isSelected={selected.some(({ id }) => id === entry.id)}
            onToggle={() => toggle(entry)}
          />
        )}
      />
    </>
  );
}

interface ComparisonProps {
  readonly spaceId: string;
  readonly selected: readonly RevisionEntry[];
  readonly count: number | undefined;
}

/** Leads to the comparison of the two selected revisions. */
function Comparison({ spaceId, selected, count }: ComparisonProps) {
  const [earlier, later] = selected.toSorted((a, b) => (a.createdAt + a.id < b.createdAt + b.id ? -1 : 1));
  const page = place.value.query.get("page");
  const compare = () =>
    later &&
    navigate(
      `/spaces/${spaceId}/revisions/${later.id}/changes?since=${earlier?.id}${page === null ? "" : `&page=${page}`}`,
    );
  return (
    <div class="history-bar">
      <span class="muted" role="status">
        {selected.length === 1 ? texts.selected : count === undefined ? "" : texts.found(count)}
      </span>
      <Button icon={faCodeCompare} disabled={later === undefined} title={texts.selectTwo} onClick={compare}>
        {texts.compare}
      </Button>
    </div>
  );
}

interface RowProps {
  readonly entry: RevisionEntry;
  readonly spaceId: string;
  readonly space: Space | undefined;
  /** The page by which the list is filtered. */
  readonly page: string | undefined;
  readonly isSelected: boolean;
  readonly onToggle: () => void;
}

function Row({ entry, spaceId, space, page, isSelected, onToggle }: RowProps) {
  const { id, kind, createdAt } = entry;
  const author = authorOf(entry);
  const path = `/spaces/${spaceId}/revisions/${id}`;
  const inPage = page === undefined ? "" : `?page=${page}`;
  const summary = summaryOf(entry);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the list is virtual.
    <div role="listitem" class="history-row">
      <input
        type="checkbox"
        class="history-select"
        aria-label={texts.select(formatDate(createdAt))}
        checked={isSelected}
        onChange={onToggle}
      />
      <Avatar name={author?.displayName ?? ""} url={author?.photoURL} size={28} />
      <div class="row-main">
        <a class="row-title" href={urlOf(`${path}/changes${inPage}`)}>
          {titleOf(entry)}
        </a>
        <span class="row-note">
          {author?.displayName ?? texts.someone} · <Time at={createdAt} />
          {summary !== "" && ` · ${summary}`}
        </span>
      </div>
      {kind !== "edit" && kind !== "start" && (
        <span class="row-badges">
          <Badge kind={kinds[kind]}>{texts.kinds[kind]}</Badge>
        </span>
      )}
      <Menu label={texts.actions} items={() => rowMenu({ entry, spaceId, space, page })}>
        <Icon of={faEllipsis} />
      </Menu>
    </div>
  );
}

type RowMenuInput = Pick<RowProps, "entry" | "spaceId" | "space" | "page">;

function rowMenu({ entry: { id, createdAt, changes }, spaceId, space, page }: RowMenuInput): MenuItem[] {
  const path = `/spaces/${spaceId}/revisions/${id}`;
  const chosen = page === undefined ? undefined : changes.listed.find((listed) => listed.id === page);
  const restored = chosen && chosen.change !== "deleted" ? chosen : undefined;
  const now = space?.revision;
  return [
    { label: texts.look, icon: faClockRotateLeft, href: urlOf(path) },
    ...(now === undefined || now === id
      ? []
      : [
          {
            label: texts.withNow,
            icon: faCodeCompare,
            href: urlOf(
              `/spaces/${spaceId}/revisions/${now}/changes?since=${id}${page === undefined ? "" : `&page=${page}`}`,
            ),
          },
        ]),
    ...(space?.permissions.edit && now !== id
      ? [
          {
            label: texts.restore.action,
            icon: faClockRotateLeft,
            isFirstOfGroup: true,
            onSelect: () => openRestore({ space, revision: id, createdAt, page: restored }),
          },
        ]
      : []),
  ];
}
