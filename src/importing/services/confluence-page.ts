import { pathFrom } from "../source/index.ts";
import { linksIn, plainText } from "./html-links.ts";
import type { OpenTag } from "./html-tokens.ts";
import { withoutMarks } from "./marks.ts";
import { findElement, innerHtml } from "./walk-html.ts";

/** A page of a Confluence export. */
export interface ConfluencePage {
  readonly title: string | undefined;
  /** The page that the breadcrumbs say it is below. */
  readonly parent: string | undefined;
  /** What it says; undefined where that cannot be told from what is around it. */
  readonly body: string | undefined;
  /** The names of its attachments, by their paths. */
  readonly attachments: ReadonlyMap<string, string>;
}

const hasId = (id: string) => (tag: OpenTag) => tag.attributes.get("id") === id;

/** Takes a page of a Confluence export apart. */
export function readConfluencePage(exported: string, path: string): ConfluencePage {
  const html = withoutMarks(exported);
  const main = findElement(html, hasId("main-content"));
  const crumbs = linksIn(innerHtml(html, hasId("breadcrumbs")) ?? "");
  const heading = innerHtml(html, hasId("title-text")) ?? innerHtml(html, ({ name }) => name === "title");
  return {
    title: heading && withoutSpace(plainText(heading), crumbs[0]?.text),
    // The first of them is the space.
    parent: pathFrom(path, crumbs.slice(1).at(-1)?.href ?? ""),
    body: main && html.slice(main.start, main.end),
    attachments: attachmentsIn(main === undefined ? html : html.slice(main.end), path),
  };
}

/** Titles have the name of their space before them. */
function withoutSpace(title: string, space = ""): string {
  return space !== "" && title.startsWith(`${space} : `) ? title.slice(space.length + 3) : title;
}

/** They are listed below the text by their real names. */
function attachmentsIn(html: string, path: string): Map<string, string> {
  const attachments = new Map<string, string>();
  for (const { href, text } of linksIn(html)) {
    const target = pathFrom(path, href);
    if (target !== undefined && isAttachment(target) && text !== "") attachments.set(target, text);
  }
  return attachments;
}

/** Whether a file of an export was attached to a page; the others belong to Confluence itself. */
export function isAttachment(path: string): boolean {
  return /(?:^|\/)attachments\/(?!thumbnails\/)/.test(path);
}
