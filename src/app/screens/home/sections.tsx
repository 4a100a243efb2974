import { faBook, faCodePullRequest, faFileLines, faFolder, faGlobe } from "@fortawesome/free-solid-svg-icons";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import type { Library } from "../../data/library-tree.ts";
import { useNewNotifications } from "../../data/notifications.ts";
import { useList } from "../../data/queries.ts";
import { type RecentItem, readRecent } from "../../data/recent.ts";
import { pathOfUrl, urlOf } from "../../navigation/router.ts";
import { Icon } from "../../parts/icon.tsx";
import { NotificationRow } from "../../parts/notification-row.tsx";
import { Badge, Emoji, Time } from "../../parts/small.tsx";
import { Loaded } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";

/** The number of items in each section. */
const maxItems = 6;

interface SectionProps<Item> {
  readonly title: string;
  /** The screen with all of its items. */
  readonly href?: string;
  readonly emptyText: string;
  readonly items: readonly Item[];
  readonly row: (item: Item) => ComponentChildren;
}

function Section<Item>({ title, href, emptyText, items, row }: SectionProps<Item>) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{href === undefined ? title : <a href={href}>{title}</a>}</h2>
      {items.length === 0 ? (
        <p class="home-empty panel muted">{emptyText}</p>
      ) : (
        <ul class="panel rows">{items.map(row)}</ul>
      )}
    </section>
  );
}

interface RowProps {
  readonly path: string;
  readonly icon: ComponentChildren;
  readonly title: string;
  readonly note: ComponentChildren;
  readonly children?: ComponentChildren;
}

function Row({ path, icon, title, note, children }: RowProps) {
  return (
    <li>
      {icon}
      <div class="row-main">
        <a class="row-title" href={urlOf(path)}>
          {title || words.library.untitled}
        </a>
        <span class="row-note">{note}</span>
      </div>
      {children}
    </li>
  );
}

const kindIcons = {
  space: faBook,
  collection: faFolder,
  page: faFileLines,
  site: faGlobe,
  "change-request": faCodePullRequest,
};

interface RecentItemsProps {
  readonly userId: string;
  readonly organizationId: string;
  readonly library: Library;
}

/** What the user opened last, as far as it still exists. */
export function RecentItems({ userId, organizationId, library }: RecentItemsProps) {
  const texts = words.home;
  const isThere = ({ path }: RecentItem) => {
    const id = /^\/(?:spaces|collections)\/([^/]+)/.exec(path)?.[1];
    return id === undefined || library.byId.has(id);
  };
  return (
    <Section
      title={texts.recent}
      emptyText={texts.noRecent}
      items={readRecent(userId, organizationId).filter(isThere).slice(0, maxItems)}
      row={({ path, title, kind, emoji, note }) => (
        <Row
          key={path}
          path={path}
          icon={<Emoji code={emoji} fallback={<Icon of={kindIcons[kind]} />} />}
          title={title}
          note={note ?? words.home.kinds[kind]}
        />
      )}
    />
  );
}

/** The newest unread notifications. */
export function NewNotifications({ organizationId }: { readonly organizationId: string }) {
  const texts = words.inbox;
  useNewNotifications(organizationId);
  const query = { unread: true, limit: maxItems };
  const list = useList("GET /orgs/:organizationId/notifications", { organizationId }, query);
  return (
    <Loaded query={list}>
      {(items) => (
        <Section
          title={texts.title}
          href={urlOf(`/orgs/${organizationId}/inbox`)}
          emptyText={texts.empty}
          items={items.filter(({ unread }) => unread)}
          row={(notification) => (
            <NotificationRow
              key={notification.id}
              organizationId={organizationId}
              notification={notification}
            />
          )}
        />
      )}
    </Loaded>
  );
}

/** The spaces that were changed last, and by whom. */
export function ChangedSpaces({ organizationId }: { readonly organizationId: string }) {
  const texts = words.home;
  const query = { limit: maxItems };
  const changes = useList("GET /orgs/:organizationId/recent-changes", { organizationId }, query);
  return (
    <Loaded query={changes}>
      {(items) => (
        <Section
          title={texts.changes}
          emptyText={texts.noChanges}
          items={items}
          row={({ space, changeRequest, changedBy, changedAt }) => (
            <Row
              key={space.id}
              path={`/spaces/${space.id}`}
              icon={<Emoji code={space.emoji} fallback={<Icon of={faBook} />} />}
              title={space.title}
              note={
                <>
                  {changeRequest &&
                    `${changeRequest.subject || texts.untitledRequest(changeRequest.number)} · `}
                  <Time at={changedAt} />
                  {changedBy && ` ${texts.changedBy(changedBy.displayName)}`}
                </>
              }
            />
          )}
        />
      )}
    </Loaded>
  );
}

interface ChangeRequestsProps {
  readonly organizationId: string;
  readonly userId: string;
  readonly library: Library;
  readonly kind: "reviews" | "mine";
}

/** The change requests that wait for the user's review, or those that the user has begun. */
export function ChangeRequests({ organizationId, userId, library, kind }: ChangeRequestsProps) {
  const texts = words.home;
  const query = {
    ...(kind === "mine" ? { creator: userId } : { pendingReviewer: userId }),
    status: ["draft" as const, "open" as const],
    limit: maxItems,
  };
  const requests = useList("GET /orgs/:organizationId/change-requests", { organizationId }, query);
  return (
    <Loaded query={requests}>
      {(items) => (
        <Section
          title={kind === "mine" ? texts.mine : texts.reviews}
          emptyText={kind === "mine" ? texts.noMine : texts.noReviews}
          items={items}
          row={(request) => (
            <Row
              key={request.id}
              path={pathOfUrl(request.urls.app) ?? `/spaces/${request.space}`}
              icon={<Emoji fallback={<Icon of={faCodePullRequest} />} />}
              title={request.subject || texts.untitledRequest(request.number)}
              note={
                <>
                  {library.byId.get(request.space)?.title} · <Time at={request.updatedAt} />
                  {kind === "reviews" && ` ${texts.changedBy(request.createdBy.displayName)}`}
                </>
              }
            >
              <Badge kind={request.status === "open" ? "success" : "plain"}>
                {request.status === "open" ? texts.open : texts.draft}
              </Badge>
            </Row>
          )}
        />
      )}
    </Loaded>
  );
}
