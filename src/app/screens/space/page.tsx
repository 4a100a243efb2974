import {
  faArrowUpRightFromSquare,
  faChevronLeft,
  faChevronRight,
  faFileLines,
} from "@fortawesome/free-solid-svg-icons";
import type { ListedPage, PageHtml, Space } from "../../data/api-types.ts";
import { useOpenedItem } from "../../data/recent.ts";
import { place as currentPlace, urlOf } from "../../navigation/router.ts";
import { Document } from "../../parts/document.tsx";
import { Icon } from "../../parts/icon.tsx";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { Badge, Time } from "../../parts/small.tsx";
import { EmptyState } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";
import { type ContentPlace, pathOfContent, pathOfPage } from "./content-place.ts";
import { EmptyPage } from "./empty.tsx";
import { neighboursIn } from "./tree-rows.ts";

interface PageProps {
  readonly space: Space;
  readonly place: ContentPlace;
  readonly page: PageHtml;
  readonly pages: readonly ListedPage[];
}

/** One page as its writers see it. */
export function Page({ space, place, page, pages }: PageProps) {
  const texts = words.reading;
  const isPrimary = place.revision === undefined && place.changeRequest === undefined;
  useOpenedItem(
    space.organization,
    isPrimary
      ? { path: pathOfPage(place, page.id), title: page.title, kind: "page", note: space.title }
      : undefined,
  );
  const crumbs = [
    { label: space.title, href: urlOf(pathOfContent(place)) },
    ...page.ancestors.map(({ id, title }) => ({ label: title, href: urlOf(pathOfPage(place, id)) })),
  ];
  return (
    <article class="page">
      {page.cover && (
        <div class="page-cover">
          <img
            class={page.cover.dark && "light-only"}
            src={page.cover.light.src}
            alt=""
            width={page.cover.light.width}
            height={page.cover.light.height}
          />
          {page.cover.dark && <img class="dark-only" src={page.cover.dark.src} alt="" />}
        </div>
      )}
      <ScreenHeader
        title={page.title}
        crumbs={crumbs}
        description={page.description}
        icon={
          page.icon && (
            // The server writes the icon; authors choose only its name.
            <span class="page-icon" aria-hidden="true" dangerouslySetInnerHTML={{ __html: page.icon }} />
          )
        }
      >
        {page.hidden && <Badge kind="warning">{texts.hidden}</Badge>}
        {page.condition && <Badge kind="info">{texts.conditionTitle(page.condition)}</Badge>}
      </ScreenHeader>
      <PageBody space={space} place={place} page={page} pages={pages} />
      <p class="page-date">
        {texts.updated} <Time at={page.updatedAt} />
      </p>
      <Neighbours place={place} pages={pages} page={page} />
    </article>
  );
}

function PageBody({ space, place, page, pages }: PageProps) {
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
  if (page.document === undefined || page.document.html === "")
    return <EmptyPage space={space} place={place} page={page} />;
  const { html, styles, language, direction } = page.document;
  return (
    <Document
      html={html}
      styles={styles}
      language={language}
      direction={direction}
      anchor={decodeAnchor(currentPlace.value.hash)}
    />
  );
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
