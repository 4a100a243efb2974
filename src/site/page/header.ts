import type { CustomizationSettings } from "../../publishing/customization/index.ts";
import { type FindIcon, linkTo } from "../document/index.ts";
import { attributes, type Html, html } from "../html/index.ts";
import type { FrameWords } from "../words/index.ts";
import type { FrameContext, SiteLink, SiteLinkGroup } from "./frame-context.ts";
import { type Breakpoint, overflowOf } from "./header-overflow.ts";
import { writeSearch } from "./search-field.ts";
import { writeSocialLinks } from "./social-links.ts";

type HeaderLink = CustomizationSettings["header"]["links"][number];

export function writeHeader(frame: FrameContext): Html {
  const { words, icon, settings, sections, variants } = frame;
  const menu =
    hasDrawer(frame) &&
    html`<button type="button" class="icon-button menu-button" popovertarget="~page-tree" aria-label="${words.menu}">${icon("bars")}</button>`;
  return html`<header class="site-header"${attributes({ lang: frame.lang })}><div class="header-bar">${menu}${writeLogo(frame)}${writeVariants(variants, frame)}<div class="header-space"></div>${writeSearch(frame)}${writeHeaderLinks(frame)}${writeSocialLinks("header", frame)}${
    settings.themes.toggeable && writeThemeSwitch(frame)
  }</div>${sections.length > 1 && writeSections(sections, frame)}</header>`;
}

/** Whether small screens have a drawer: for the page tree, or for what does not fit into the header. */
export function hasDrawer({ tree, settings }: FrameContext): boolean {
  return tree.items.length > 0 || settings.header.links.length > 0 || settings.themes.toggeable;
}

function writeLogo(frame: FrameContext): Html {
  const { settings, siteTitle, urls, targets } = frame;
  const { logo, primaryLink } = settings.header;
  const images =
    logo &&
    html`<img class="light-only" src="${logo.light}" alt="${siteTitle}"><img class="dark-only" src="${logo.dark}" alt="${siteTitle}">`;
  const inner = images ?? html`<span>${siteTitle}</span>`;
  const target = primaryLink && targets.targetOf(primaryLink);
  return target?.href === undefined
    ? html`<a class="site-logo" href="${urls.page([])}">${inner}</a>`
    : linkTo(target, inner, frame, { class: "site-logo" });
}

/** The links of the header. Those that do not fit at a width are in a menu at this width. */
function writeHeaderLinks(frame: FrameContext): Html | undefined {
  const { links } = frame.settings.header;
  if (links.length === 0) return undefined;
  const overflow = overflowOf(links);
  const inBar = links.map((link, i) => {
    const name = overflow[i] === undefined ? undefined : `from-${overflow[i]}`;
    return html`<li${attributes({ class: name })}>${writeHeaderLink(link, frame)}</li>`;
  });
  const more = links.flatMap((link, i) => {
    const breakpoint = overflow[i];
    return breakpoint === undefined ? [] : writeMenuItems(link, frame, below(breakpoint));
  });
  const last = overflow.at(-1);
  return html`<ul class="header-links">${inBar}${
    last !== undefined &&
    html`<li class="${below(last)}">${writeMenu(html`${frame.words.more}`, more, frame)}</li>`
  }</ul>`;
}

function below(breakpoint: Breakpoint): string {
  return `below-${breakpoint}`;
}

/** The links of the header as a list, for the drawer of small screens. */
export function writeDrawerLinks(frame: FrameContext): Html | undefined {
  const items = frame.settings.header.links.flatMap((link) => writeMenuItems(link, frame));
  return items.length === 0 ? undefined : html`<ul class="drawer-links">${items}</ul>`;
}

/** A link of the header, and its links below it, as items of a list. */
function writeMenuItems(link: HeaderLink, frame: FrameContext, name?: string): Html[] {
  const item = (inner: Html, isGroup = false) =>
    html`<li${attributes({ class: [name, isGroup && "menu-group"].filter(Boolean).join(" ") || undefined })}>${inner}</li>`;
  if (link.links.length === 0) return [item(writeLink(link, "menu-link", frame))];
  const title = link.to === null ? html`<span>${link.title}</span>` : writeLink(link, "menu-link", frame);
  return [item(title, true), ...link.links.map((inner) => item(writeLink(inner, "menu-link", frame)))];
}

function writeHeaderLink(link: HeaderLink, frame: FrameContext): Html {
  const style = link.style === undefined || link.style === "link" ? "header-link" : `button ${link.style}`;
  if (link.links.length === 0) return writeLink(link, style, frame);
  const own = link.to === null ? [] : [html`<li>${writeLink(link, "menu-link", frame)}</li>`];
  const items = link.links.map((inner) => html`<li>${writeLink(inner, "menu-link", frame)}</li>`);
  return writeMenu(html`${link.title}`, [...own, ...items], frame, style);
}

function writeLink({ title, to }: Pick<HeaderLink, "title" | "to">, name: string, frame: FrameContext): Html {
  const target = to === null ? { kind: "url" as const, title } : frame.targets.targetOf(to);
  return linkTo(target, html`${title}`, frame, { class: name });
}

/** A menu that opens without a script. Scripts close it when another one opens or the focus leaves it. */
function writeMenu(title: Html, items: readonly Html[], { icon }: FrameContext, name = "header-link"): Html {
  return html`<details class="menu"><summary class="${name}">${title}${icon("chevron-down")}</summary><ul>${items}</ul></details>`;
}

function writeVariants(variants: readonly SiteLink[], frame: FrameContext): Html | undefined {
  if (variants.length < 2) return undefined;
  const current = variants.find(({ isCurrent }) => isCurrent);
  const items = variants.map((variant) => html`<li>${writeSiteLink(variant, "menu-link", frame)}</li>`);
  return html`<nav class="variants" aria-label="${frame.words.variants}">${writeMenu(html`<span${attributes({ lang: current?.language ?? undefined })}>${current?.title ?? frame.words.variants}</span>`, items, frame)}</nav>`;
}

function writeSections(sections: FrameContext["sections"], frame: FrameContext): Html {
  const items = sections.map((section) => html`<li>${writeSection(section, frame)}</li>`);
  return html`<nav class="sections" aria-label="${frame.words.sections}"><ul>${items}</ul></nav>`;
}

function writeSection(section: SiteLink | SiteLinkGroup, frame: FrameContext): Html {
  if (!("links" in section)) return writeSiteLink(section, "section-link", frame, false);
  const items = section.links.map((link) => html`<li>${writeSectionInGroup(link, frame)}</li>`);
  const title = html`${section.icon !== null && frame.styledIcon(section.icon)}<span>${section.title}</span>`;
  return writeMenu(
    title,
    items,
    frame,
    containsCurrent(section) ? "section-link is-current" : "section-link",
  );
}

/** A section in a group, or a group in a group, whose sections are listed below its title. */
function writeSectionInGroup(section: SiteLink | SiteLinkGroup, frame: FrameContext): Html {
  if (!("links" in section)) return writeSiteLink(section, "menu-link", frame);
  const { title, icon, links } = section;
  const items = links.map((link) => html`<li>${writeSectionInGroup(link, frame)}</li>`);
  return html`<span class="menu-title">${icon !== null && frame.styledIcon(icon)}${title}</span><ul>${items}</ul>`;
}

function containsCurrent(section: SiteLink | SiteLinkGroup): boolean {
  return "links" in section ? section.links.some(containsCurrent) : section.isCurrent;
}

function writeSiteLink(
  link: SiteLink,
  name: string,
  { styledIcon }: FrameContext,
  hasDescription = true,
): Html {
  const { title, href, isCurrent, icon: iconName, description, language } = link;
  const current = isCurrent ? "page" : undefined;
  return html`<a${attributes({ class: name, href, "aria-current": current, lang: language ?? undefined, hreflang: language ?? undefined })}>${iconName && styledIcon(iconName)}<span>${title}${
    hasDescription && description && html`<small>${description}</small>`
  }</span></a>`;
}

const themeSwitches = new WeakMap<FrameWords, Html>();

/** Hidden without scripts: the mode then follows the site and the system. */
export function writeThemeSwitch({ words, icon }: FrameContext): Html {
  return themeSwitches.getOrInsertComputed(words, () => writeThemeChoices(words, icon));
}

function writeThemeChoices(words: FrameWords, icon: FindIcon): Html {
  const choices = [
    ["light", words.light, "sun"],
    ["system", words.system, "display"],
    ["dark", words.dark, "moon"],
  ] as const;
  const buttons = choices.map(
    ([value, title, name]) =>
      html`<button type="button" class="icon-button" data-theme-choice="${value}" aria-pressed="false" aria-label="${title}" title="${title}">${icon(name)}</button>`,
  );
  return html`<div class="theme-switch script-only" role="group" aria-label="${words.theme}">${buttons}</div>`;
}
