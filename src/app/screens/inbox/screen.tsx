import { faCheckDouble, faGear, faInbox } from "@fortawesome/free-solid-svg-icons";
import { useActions } from "../../data/actions.ts";
import type { Notification } from "../../data/api-types.ts";
import { formatDayAndMonth } from "../../data/format.ts";
import { markAllRead, setUnread, useNewNotifications, useUnreadCount } from "../../data/notifications.ts";
import { type ListState, useList } from "../../data/queries.ts";
import { place, setQuery, urlOf } from "../../navigation/router.ts";
import { Button, LinkButton } from "../../parts/button.tsx";
import { Select } from "../../parts/field.tsx";
import { NotificationRow } from "../../parts/notification-row.tsx";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { EmptyState, Loaded } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";
import { daysAgo, groupByDay } from "./days.ts";

const texts = words.inbox;
type Kind = Notification["kind"];
const kinds = Object.keys(texts.kinds) as Kind[];

/** What happened that concerns the user, by day. */
export function Screen({ organization: organizationId }: { readonly organization: string }) {
  const { query } = place.value;
  const filter = query.get("filter") === "all" ? "all" : "unread";
  const kind = kinds.find((name) => name === query.get("kind"));
  const list = useList(
    "GET /orgs/:organizationId/notifications",
    { organizationId },
    { unread: filter === "unread", limit: 50, ...(kind && { kind: [kind] }) },
  );
  const unread = useUnreadCount(organizationId)?.count ?? 0;
  useNewNotifications(organizationId);
  useKeys(organizationId, list.data ?? []);
  const newest = list.data?.[0]?.updatedAt;
  return (
    <>
      <ScreenHeader title={texts.title}>
        {unread > 0 && newest !== undefined && (
          <Button icon={faCheckDouble} onClick={() => markAllRead(organizationId, newest, texts.markedAll)}>
            {texts.markAll}
          </Button>
        )}
        <LinkButton icon={faGear} href={urlOf("/account/inbox")}>
          {texts.settings}
        </LinkButton>
      </ScreenHeader>
      <div class="toolbar">
        <Select
          label={texts.show}
          value={filter}
          options={(["unread", "all"] as const).map((value) => ({ value, label: texts.filters[value] }))}
          onChange={(value) => setQuery({ filter: value === "all" ? value : "" })}
        />
        <Select
          label={texts.kind}
          value={kind ?? ""}
          options={[
            { value: "", label: texts.anyKind },
            ...kinds.map((value) => ({ value, label: texts.kinds[value].label })),
          ]}
          onChange={(value) => setQuery({ kind: value })}
        />
      </div>
      <Loaded query={list}>
        {(items) =>
          items.length === 0 ? (
            <Nothing isFiltered={kind !== undefined} isUnreadOnly={filter === "unread"} />
          ) : (
            <Days organizationId={organizationId} items={items} list={list} />
          )
        }
      </Loaded>
    </>
  );
}

function Nothing({
  isFiltered,
  isUnreadOnly,
}: {
  readonly isFiltered: boolean;
  readonly isUnreadOnly: boolean;
}) {
  return (
    <EmptyState
      icon={faInbox}
      title={isFiltered ? texts.noMatch : texts.empty}
      text={isFiltered ? texts.noMatchText : texts.emptyText}
    >
      {(isFiltered || isUnreadOnly) && (
        <Button onClick={() => setQuery({ filter: "all", kind: "" })}>{texts.showAll}</Button>
      )}
    </EmptyState>
  );
}

interface DaysProps {
  readonly organizationId: string;
  readonly items: readonly Notification[];
  readonly list: ListState<Notification>;
}

function Days({ organizationId, items, list }: DaysProps) {
  const now = new Date();
  return (
    <div class="notifications">
      {groupByDay(items, ({ updatedAt }) => updatedAt).map(({ date, items: ofDay }) => (
        <section key={date.getTime()} aria-label={dayLabel(date, now)}>
          <h2>{dayLabel(date, now)}</h2>
          <ul class="panel rows">
            {ofDay.map((notification) => (
              <NotificationRow
                key={notification.id}
                organizationId={organizationId}
                notification={notification}
              />
            ))}
          </ul>
        </section>
      ))}
      {!list.isComplete && (
        <Button onClick={() => list.loadMore()} disabled={list.isLoading}>
          {texts.more}
        </Button>
      )}
    </div>
  );
}

function dayLabel(date: Date, now: Date): string {
  const days = daysAgo(date, now);
  if (days === 0) return texts.today;
  return days === 1 ? texts.yesterday : formatDayAndMonth(date);
}

/** Moves by `j` and `k` and marks by `e` and `u`. Enter opens, as it does for any link. */
function useKeys(organizationId: string, items: readonly Notification[]): void {
  const focused = () => {
    const id = document.activeElement?.closest<HTMLElement>("[data-notification]")?.dataset.notification;
    return items.findIndex((item) => item.id === id);
  };
  const focus = (step: 1 | -1) => {
    const index = focused();
    const target = items[index === -1 ? 0 : index + step];
    const row = target && document.querySelector(`[data-notification="${target.id}"] a`);
    if (row instanceof HTMLElement) row.focus();
  };
  const mark = (unread: boolean) => {
    const item = items[focused()];
    if (item && item.unread !== unread) void setUnread(organizationId, item, unread);
  };
  const group = texts.title;
  useActions([
    { id: "next-notification", label: texts.next, shortcut: "j", group, run: () => focus(1) },
    { id: "previous-notification", label: texts.previous, shortcut: "k", group, run: () => focus(-1) },
    { id: "mark-read", label: texts.markRead, shortcut: "e", group, run: () => mark(false) },
    { id: "mark-unread", label: texts.markUnread, shortcut: "u", group, run: () => mark(true) },
  ]);
}
