import type { PageAuthors as Authors, PageHtml } from "../../data/api-types.ts";
import { formatDate, formatRelative } from "../../data/format.ts";
import { useQuery } from "../../data/queries.ts";
import { urlOf } from "../../navigation/router.ts";
import { Document } from "../../parts/document.tsx";
import { Loaded } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";
import { type ContentPlace, pathOfPage } from "./content-place.ts";

const texts = words.history.authors;

interface PageAuthorsProps {
  readonly place: ContentPlace;
  readonly page: PageHtml;
}

/** The text of a page, with who wrote each of its blocks last beside them. */
export function PageAuthors({ place, page }: PageAuthorsProps) {
  const params = { spaceId: place.space, pageId: page.id };
  const authors = useQuery("GET /spaces/:spaceId/content/page/:pageId/authors", params);
  const { html = "", styles = "", language = "en", direction = "ltr" } = page.document ?? {};
  return (
    <>
      <p class="authors-note">
        <span class="muted">{texts.note}</span> <a href={urlOf(pathOfPage(place, page.id))}>{texts.leave}</a>
      </p>
      <Loaded query={authors}>
        {(data) => (
          <Document
            key={data.revision}
            html={html}
            styles={styles}
            language={language}
            direction={direction}
            onShown={(root) => showAuthors(root, data, `/spaces/${place.space}`, page.id)}
          />
        )}
      </Loaded>
    </>
  );
}

type BlockAuthor = Authors["blocks"][number];

/** Puts a name before each run of blocks that one revision gave their content. It leads to what that changed. */
function showAuthors(root: ShadowRoot, { blocks, since }: Authors, space: string, page: string): () => void {
  const [part] = root.children;
  const labels: Element[] = [];
  let last: string | undefined;
  for (const block of blocks) {
    const element = topElement(part, root.querySelector(`[data-key="${CSS.escape(block.key)}"]`));
    const run = `${block.revision} ${block.createdBy?.id} ${block.createdAt}`;
    if (element === undefined || run === last) continue;
    last = run;
    const label = labelOf(block, since, space, page);
    element.before(label);
    // The name is beside the first line, whatever is above it. The margin of the first block is that of the document.
    if (labels.length > 0)
      label.style.setProperty("--block-start", getComputedStyle(element).marginBlockStart);
    labels.push(label);
  }
  part?.classList.add("has-authors");
  return () => {
    part?.classList.remove("has-authors");
    for (const label of labels) label.remove();
  };
}

/** The block of the document that contains an element. */
function topElement(part: Element | undefined, element: Element | null): Element | undefined {
  let top = element;
  while (top !== null && top.parentElement !== part) top = top.parentElement;
  return top ?? undefined;
}

function labelOf(block: BlockAuthor, since: string | undefined, space: string, page: string): HTMLElement {
  const { revision, createdAt, createdBy, changeRequest } = block;
  const name = createdBy?.displayName ?? words.history.someone;
  if (revision === undefined || createdAt === undefined) {
    const label = document.createElement("p");
    label.className = "block-author";
    label.textContent = since === undefined ? texts.unknown : texts.earlier(formatDate(since));
    return label;
  }
  const label = document.createElement("a");
  label.className = "block-author";
  label.href = urlOf(`${space}/revisions/${revision}/changes?page=${page}`);
  label.title = texts.what(name, formatDate(createdAt));
  const [author, time] = [document.createElement("strong"), document.createElement("span")];
  author.textContent = name;
  time.textContent = `${formatRelative(createdAt)}${changeRequest ? ` · #${changeRequest.number}` : ""}`;
  label.append(author, time);
  return label;
}
