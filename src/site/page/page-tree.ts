import { linkTo, type SiteTarget } from "../document/index.ts";
import { attributes, type Html, html } from "../html/index.ts";
import { type FrameContext, writeLabel } from "./frame-context.ts";
import { writeDrawerLinks, writeThemeSwitch } from "./header.ts";
import type { LevelPart, TreeItem, TreeLevel } from "./navigation.ts";
import { writeSocialLinks } from "./social-links.ts";

/**
 * The page tree. Below 1,000 pixels it is a drawer, which opens without a script and also has what the header has no room
 * for. Pages without a tree only have the drawer. Scripts open branches by reading the levels below them from the URL in
 * `data-tree`.
 */
export function writePageTree(tree: TreeLevel, hasTree: boolean, frame: FrameContext): Html {
  const { words, icon, settings } = frame;
  const data = {
    lang: frame.lang,
    "data-tree": frame.treeUrl(),
    "data-failed": words.loadingFailed,
    "data-retry": words.tryAgain,
  };
  return html`<nav class="page-tree${!hasTree && " is-drawer-only"}" id="~page-tree" popover aria-label="${words.pages}"${attributes(data)}><div class="drawer-start"><span>${frame.siteTitle}</span><button type="button" class="icon-button drawer-close" popovertarget="~page-tree" popovertargetaction="hide" aria-label="${words.closeMenu}">${icon("xmark")}</button></div>${writeLevel(tree, frame, frame.contentLanguage)}<div class="drawer-end">${writeDrawerLinks(frame)}${writeSocialLinks("header", frame)}${
    settings.themes.toggeable && writeThemeSwitch(frame)
  }</div></nav>`;
}

export function writeLevel(
  { items, before, after }: TreeLevel,
  frame: FrameContext,
  language: Partial<FrameContext["contentLanguage"]> = {},
): Html | false {
  return (
    items.length > 0 &&
    html`<ul${attributes(language)}>${before && writeMore(before, frame)}${items.map((item) => writeItem(item, frame))}${after && writeMore(after, frame)}</ul>`
  );
}

/** A link to a part of a level that is not listed. Scripts replace it by that part. */
function writeMore(part: LevelPart, { words, treeUrl }: FrameContext): Html {
  return html`<li class="tree-more"><a class="tree-link" rel="nofollow" href="${treeUrl(pathOfPart(part))}">${words.morePages}</a></li>`;
}

/** The name of the top level in URLs. */
const top = "top";

function pathOfPart({ parent, from, end }: LevelPart): string {
  return `${parent === "" ? top : parent}/${from}-${end}`;
}

/** The part of a level that the path of a URL names: `parent`, or `parent/from-end`. */
export function parsePart(path: string): LevelPart | undefined {
  const [, parent = "", from = "0", end = "1000000"] =
    /^([\w-]{1,100})(?:\/(\d{1,7})-(\d{1,7}))?$/.exec(path) ?? [];
  const range = { from: Number(from), end: Number(end) };
  if (parent === "" || range.from > range.end) return undefined;
  return { parent: parent === top ? "" : parent, ...range };
}

function writeItem(item: TreeItem, frame: FrameContext): Html {
  const { id, record, isCurrent, isOpen } = item;
  const label = writeLabel(record, frame, record.linkTitle);
  const children = writeLevel(item.children, frame);
  if (record.type === "group" && isOpen)
    return html`<li class="tree-group"><span>${label}</span>${children}</li>`;
  if (record.type === "link") {
    const target: SiteTarget = record.target
      ? frame.targets.targetOf(record.target)
      : { kind: "url", title: record.title };
    const mark = target.isExternal && frame.icon("arrow-up-right-from-square");
    return html`<li>${linkTo(target, html`${label}${mark}`, frame, { class: "tree-link" })}</li>`;
  }
  const href = frame.pageUrl(item.path);
  const current = isCurrent ? "page" : undefined;
  const toggle =
    item.hasChildren &&
    html`<button type="button" class="tree-toggle script-only" value="${id}" aria-expanded="${isOpen ? "true" : "false"}" aria-label="${frame.words.subpages} ${record.title}"></button>`;
  return html`<li><a class="tree-link"${attributes({ href, "aria-current": current })}>${label}</a>${toggle}${children}</li>`;
}
