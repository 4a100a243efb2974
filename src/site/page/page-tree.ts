import { attributes, type Html, html } from "../html/index.ts";
import { type FrameContext, writeLabel } from "./frame-context.ts";
import { writeDrawerLinks, writeThemeSwitch } from "./header.ts";
import type { TreeItem } from "./navigation.ts";
import { writeSocialLinks } from "./social-links.ts";

/**
 * The page tree. Below 1,000 pixels it is a drawer, which opens without a script and also has what the header has no room
 * for. Pages without a tree only have the drawer.
 */
export function writePageTree(items: readonly TreeItem[], hasTree: boolean, frame: FrameContext): Html {
  const { words, icon, settings } = frame;
  return html`<nav class="page-tree${!hasTree && " is-drawer-only"}" id="page-tree" popover aria-label="${words.pages}"><button type="button" class="icon-button drawer-close" popovertarget="page-tree" popovertargetaction="hide" aria-label="${words.closeMenu}">${icon("xmark")}</button>${writeLevel(items, frame)}<div class="drawer-end">${writeDrawerLinks(frame)}${writeSocialLinks("header", frame)}${
    settings.themes.toggeable && writeThemeSwitch(frame)
  }</div></nav>`;
}

function writeLevel(items: readonly TreeItem[], frame: FrameContext): Html | false {
  return items.length > 0 && html`<ul>${items.map((item) => writeItem(item, frame))}</ul>`;
}

function writeItem(item: TreeItem, frame: FrameContext): Html {
  const { record, isCurrent, isOpen } = item;
  const label = writeLabel(record, frame);
  const children = writeLevel(item.children, frame);
  if (record.type === "group" && (isOpen || !item.hasChildren))
    return html`<li class="tree-group"><span>${label}</span>${children}</li>`;
  if (record.type === "link") {
    const { href, isExternal } = record.target ? frame.targets.targetOf(record.target) : {};
    const mark = isExternal && frame.icon("arrow-up-right-from-square");
    return html`<li><a class="tree-link"${attributes({ href, rel: isExternal ? "noopener" : undefined })}>${label}${mark}</a></li>`;
  }
  const href = frame.pageUrl(item.path);
  const current = isCurrent ? "page" : undefined;
  const arrow =
    item.hasChildren &&
    html`<span class="tree-arrow${isOpen && " is-open"}">${frame.icon("chevron-right")}</span>`;
  return html`<li><a class="tree-link"${attributes({ href, "aria-current": current })}>${label}${arrow}</a>${children}</li>`;
}
