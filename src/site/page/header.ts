import type { CustomizationSettings } from "../../publishing/customization/index.ts";
import { linkTo } from "../document/index.ts";
import { attributes, type Html, html } from "../html/index.ts";
import type { FrameContext, SiteLink, SiteLinkGroup } from "./frame-context.ts";

type HeaderLink = CustomizationSettings["header"]["links"][number];

export function writeHeader(frame: FrameContext): Html {
  const { words, icon, settings, sections, variants, tree } = frame;
  const menu =
    tree.length > 0 &&
    html`<button type="button" class="icon-button menu-button" popovertarget="page-tree" aria-label="${words.menu}">${icon("bars")}</button>`;
  const links = settings.header.links.map((link) => writeHeaderLink(link, frame));
  return html`<header class="site-header"><div class="header-bar">${menu}${writeLogo(frame)}${writeVariants(variants, frame)}<div class="header-space"></div>${
    links.length > 0 && html`<ul class="header-links">${links}</ul>`
  }${settings.themes.toggeable && writeThemeSwitch(frame)}</div>${sections.length > 1 && writeSections(sections, frame)}</header>`;
}

function writeLogo({ settings, siteTitle, urls }: FrameContext): Html {
  const { logo } = settings.header;
  const images =
    logo &&
    html`<img class="light-only" src="${logo.light}" alt="${siteTitle}"><img class="dark-only" src="${logo.dark}" alt="${siteTitle}">`;
  return html`<a class="site-logo" href="${urls.page([])}">${images ?? html`<span>${siteTitle}</span>`}</a>`;
}

function writeHeaderLink(link: HeaderLink, frame: FrameContext): Html {
  const { targets, settings } = frame;
  const opensNewTabs = settings.externalLinks.target === "blank";
  const style = link.style === undefined || link.style === "link" ? "header-link" : `button ${link.style}`;
  const write = (title: string, to: HeaderLink["to"], name: string) =>
    linkTo(
      to === null ? { kind: "url", title } : targets.targetOf(to),
      html`${title}`,
      { opensNewTabs },
      { class: name },
    );
  if (link.links.length === 0) return html`<li>${write(link.title, link.to, style)}</li>`;
  const items = link.links.map(({ title, to }) => html`<li>${write(title, to, "menu-link")}</li>`);
  return html`<li>${writeMenu(html`${link.title}`, items, frame)}</li>`;
}

/** A menu that opens without a script. Scripts close it when another one opens or the focus leaves it. */
function writeMenu(title: Html, items: readonly Html[], { icon }: FrameContext): Html {
  return html`<details class="menu"><summary class="header-link">${title}${icon("chevron-down")}</summary><ul>${items}</ul></details>`;
}

function writeVariants(variants: readonly SiteLink[], frame: FrameContext): Html | undefined {
  if (variants.length < 2) return undefined;
  const current = variants.find(({ isCurrent }) => isCurrent);
  const items = variants.map((variant) => html`<li>${writeSiteLink(variant, "menu-link", frame)}</li>`);
  return html`<nav class="variants" aria-label="${frame.words.variants}">${writeMenu(html`${current?.title ?? frame.words.variants}`, items, frame)}</nav>`;
}

function writeSections(sections: FrameContext["sections"], frame: FrameContext): Html {
  const items = sections.map((section) => html`<li>${writeSection(section, frame)}</li>`);
  return html`<nav class="sections" aria-label="${frame.words.sections}"><ul>${items}</ul></nav>`;
}

function writeSection(section: SiteLink | SiteLinkGroup, frame: FrameContext): Html {
  if (!("links" in section)) return writeSiteLink(section, "section-link", frame);
  const items = section.links.map((link) => html`<li>${writeSectionInGroup(link, frame)}</li>`);
  const isCurrent = containsCurrent(section);
  const title = html`<span class="section-link${isCurrent && " is-current"}">${section.icon !== null && frame.icon(section.icon)}${section.title}</span>`;
  return writeMenu(title, items, frame);
}

/** A section in a group, or a group in a group, whose sections are listed below its title. */
function writeSectionInGroup(section: SiteLink | SiteLinkGroup, frame: FrameContext): Html {
  if (!("links" in section)) return writeSiteLink(section, "menu-link", frame);
  const { title, icon, links } = section;
  const items = links.map((link) => html`<li>${writeSectionInGroup(link, frame)}</li>`);
  return html`<span class="menu-title">${icon !== null && frame.icon(icon)}${title}</span><ul>${items}</ul>`;
}

function containsCurrent(section: SiteLink | SiteLinkGroup): boolean {
  return "links" in section ? section.links.some(containsCurrent) : section.isCurrent;
}

function writeSiteLink(link: SiteLink, name: string, { icon }: FrameContext): Html {
  const { title, href, isCurrent, icon: iconName, description } = link;
  const current = isCurrent ? "page" : undefined;
  return html`<a${attributes({ class: name, href, "aria-current": current })}>${iconName && icon(iconName)}<span>${title}${
    description && html`<small>${description}</small>`
  }</span></a>`;
}

/** Hidden without scripts: the mode then follows the system. */
function writeThemeSwitch({ words, icon }: FrameContext): Html {
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
