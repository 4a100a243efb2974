import {
  faArrowUpRightFromSquare,
  faChevronLeft,
  faChevronRight,
  faFileLines,
} from "@fortawesome/free-solid-svg-icons";
import { useRef } from "preact/hooks";
import type { PageComments } from "../../comments/page-comments.ts";
import { showComments } from "../../comments/show-comments.ts";
import type { ListedPage, PageHtml, Space } from "../../data/api-types.ts";
import { useOpenedItem } from "../../data/recent.ts";
import { place as currentPlace, urlOf } from "../../navigation/router.ts";
import { Document } from "../../parts/document.tsx";
import { Icon } from "../../parts/icon.tsx";
import { lazy } from "../../parts/lazy.tsx";
import { Time } from "../../parts/small.tsx";
import { EmptyState, Skeleton } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";
import {
  type ContentPlace,
  type EditAccess,
  isPrimary,
  pathOfPage,
  refreshContent,
} from "./content-place.ts";
import { EmptyPage } from "./empty.tsx";
import { PageAuthors } from "./page-authors.tsx";
import { PageHead } from "./page-head.tsx";
import { PageSettings } from "./page-settings/settings.tsx";
import { PageSource } from "./page-source.tsx";
import { neighboursIn } from "./tree-rows.ts";
import { isCreatedNow } from "./typed-title.ts";

const PageEditor = lazy(
  async () => (await import("../../editor/page-editor.tsx")).PageEditor,
  () => <Skeleton lines={8} />,
);

interface PageProps {
  readonly space: Space;
  readonly place: ContentPlace;
  readonly access: EditAccess;
  readonly page: PageHtml;
  readonly pages: readonly ListedPage[];
  /** The comments on the page. Earlier revisions have none. */
  readonly comments: PageComments | undefined;
}

/** One page as its writers see it. */
export function Page({ space, place, access, page, pages, comments }: PageProps) {
  const texts = words.reading;
  const article = useRef<HTMLElement>(null);
  useOpenedItem(
    space.organization,
    isPrimary(place)
      ? { path: pathOfPage(place, page.id), title: page.title, kind: "page", note: space.title }
      : undefined,
  );
  return (
    <article ref={article} class="page">
      <PageHead
        space={space}
        place={place}
        page={page}
        pages={pages}
        access={access}
        onEnter={() => focusText(article.current)}
      />
      <PageSettings space={space} place={place} page={page} access={access} />
      <PageBody space={space} place={place} access={access} page={page} pages={pages} comments={comments} />
      <p class="page-date">
        {texts.updated} <Time at={page.updatedAt} />
      </p>
      <Neighbours place={place} pages={pages} page={page} />
    </article>
  );
}

/** Puts the caret into the text, which is in the shadow root of its editor. */
function focusText(article: HTMLElement | null): void {
  const root = article?.querySelector(".page-editor .document-host, .source-host")?.shadowRoot;
  root?.querySelector<HTMLElement>("[contenteditable=true]")?.focus();
}

function PageBody({ space, place, access, page, pages, comments }: PageProps) {
  const texts = words.reading;
  if (page.type === "group")
    return <EmptyState icon={faFileLines} title={texts.group.title} text={texts.group.text} />;
  if (page.type === "link") {
    const href = pages.find(({ id }) => id === page.id)?.href;
    return (
      <EmptyState icon={faArrowUpRightFromSquare} title={texts.link.title} text={texts.link.text}>
        {href !== undefined && /^https?:/i.test(href) && (
          <a class="button button-plain" href={href} target="_blank" rel="noopener noreferrer">
            {texts.link.action}
          </a>
        )}
      </EmptyState>
    );
  }
  if (currentPlace.value.query.has("source")) return <PageSource place={place} page={page} access={access} />;
  if (currentPlace.value.query.has("authors") && isPrimary(place))
    return <PageAuthors place={place} page={page} />;
  if (access === "edit")
    return (
      <PageEditor
        content={place}
        page={page.id}
        language={page.document?.language ?? "en"}
        direction={page.document?.direction ?? "ltr"}
        takesFocus={() => isCreatedNow(page.id)}
        {...(comments && { comments })}
        onSaved={() => refreshSoon(place)}
      />
    );
  if (page.document === undefined || page.document.html === "")
    return <EmptyPage space={space} access={access} page={page} />;
  const { html, styles, language, direction } = page.document;
  return (
    <Document
      html={html}
      styles={styles}
      language={language}
      direction={direction}
      anchor={decodeAnchor(currentPlace.value.hash)}
      visit={currentPlace.value}
      {...(comments && { onShown: (root: ShadowRoot) => showComments(root, comments) })}
    />
  );
}

let isRefreshing = false;

/** Loads what is shown beside the text again, such as its outline, but not after each word. */
function refreshSoon(place: ContentPlace): void {
  if (isRefreshing) return;
  isRefreshing = true;
  setTimeout(() => {
    isRefreshing = false;
    refreshContent(place);
  }, 3_000);
}

function decodeAnchor(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

function Neighbours({ place, pages, page }: Pick<PageProps, "place" | "pages" | "page">) {
  const { previous, next } = neighboursIn(pages, page.id);
  if (previous === undefined && next === undefined) return null;
  const texts = words.reading;
  return (
    <nav class="neighbours" aria-label={texts.neighbours}>
      {previous && (
        <a class="neighbour" href={urlOf(pathOfPage(place, previous.id))} rel="prev">
          <Icon of={faChevronLeft} />
          <span>
            <small>{texts.previous}</small>
            {previous.title}
          </span>
        </a>
      )}
      {next && (
        <a class="neighbour neighbour-next" href={urlOf(pathOfPage(place, next.id))} rel="next">
          <span>
            <small>{texts.next}</small>
            {next.title}
          </span>
          <Icon of={faChevronRight} />
        </a>
      )}
    </nav>
  );
}
