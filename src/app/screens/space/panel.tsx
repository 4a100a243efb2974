import type { PageComments } from "../../comments/page-comments.ts";
import type { Comment, PageHtml, Space } from "../../data/api-types.ts";
import type { QueryState } from "../../data/queries.ts";
import { place as currentPlace, urlOf } from "../../navigation/router.ts";
import { lazy } from "../../parts/lazy.tsx";
import { Skeleton } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";
import { type ContentPlace, pathOfPage } from "./content-place.ts";
import { PageHistory } from "./history.tsx";
import { PageLinks } from "./links.tsx";

const CommentsPanel = lazy(
  async () => (await import("../../comments/comments-panel.tsx")).CommentsPanel,
  () => <Skeleton lines={4} />,
);

type Panel = "outline" | "comments" | "history" | "links";

interface PagePanelProps {
  readonly space: Space;
  readonly place: ContentPlace;
  readonly page: PageHtml;
  /** The comments on the page. Earlier revisions and groups have none. */
  readonly comments: PageComments | undefined;
  readonly query: QueryState<readonly Comment[]>;
}

/** What is known about the open page. The chosen panel is in the address. */
export function PagePanel({ space, place, page, comments, query }: PagePanelProps) {
  const texts = words.reading;
  const chosen = currentPlace.value.query.get("panel");
  const panels: readonly Panel[] = [
    "outline",
    ...(comments ? (["comments"] as const) : []),
    "history",
    "links",
  ];
  const panel: Panel = panels.find((name) => name === chosen) ?? "outline";
  const path = pathOfPage(place, page.id);
  return (
    <aside class="page-panel" aria-label={texts.panel} data-panel={panel}>
      <nav class="tabs" aria-label={texts.panel}>
        {panels.map((name) => (
          <a
            key={name}
            href={urlOf(name === "outline" ? path : `${path}?panel=${name}`)}
            aria-current={name === panel ? "page" : undefined}
          >
            {texts.panels[name]}
            {name === "comments" && <CommentCount comments={query.data ?? []} />}
          </a>
        ))}
      </nav>
      {panel === "outline" && <Outline path={path} page={page} />}
      {panel === "comments" && comments && (
        <CommentsPanel key={page.id} comments={comments} query={query} mayResolve={space.permissions.edit} />
      )}
      {panel === "history" && <PageHistory key={page.id} space={space} place={place} page={page} />}
      {panel === "links" && <PageLinks key={page.id} place={place} pageId={page.id} />}
    </aside>
  );
}

/** The number of open comments, and whether some of them are unread. */
function CommentCount({ comments }: { readonly comments: readonly Comment[] }) {
  const open = comments.filter(({ status }) => status === "open");
  const unread = open.filter((comment) => comment.unread).length;
  if (open.length === 0) return null;
  const label = words.comments.count(open.length);
  return (
    <span class={`tab-count${unread > 0 ? " is-unread" : ""}`} title={label}>
      {open.length}
      {unread > 0 && <span class="hidden-text"> ({words.comments.unreadCount(unread)})</span>}
    </span>
  );
}

function Outline({ path, page }: { readonly path: string; readonly page: PageHtml }) {
  const items = page.document?.outline ?? [];
  if (items.length === 0) return <p class="hint">{words.reading.noOutline}</p>;
  return (
    <ul class="outline">
      {items.map(({ id, title, level }) => (
        <li key={id} class={`outline-${level}`}>
          <a href={urlOf(`${path}#${encodeURIComponent(id)}`)}>{title}</a>
        </li>
      ))}
    </ul>
  );
}
