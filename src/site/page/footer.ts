import { linkTo } from "../document/index.ts";
import { type Html, html } from "../html/index.ts";
import type { FrameContext } from "./frame-context.ts";

export function writeFooter(frame: FrameContext): Html | undefined {
  const { settings, words, targets } = frame;
  const { footer, trademark, privacyPolicy } = settings;
  const opensNewTabs = settings.externalLinks.target === "blank";
  const groups = footer.groups.map(
    ({ title, links }) =>
      html`<div><p class="footer-title">${title}</p><ul>${links.map(
        ({ title: name, to }) =>
          html`<li>${linkTo(targets.targetOf(to), html`${name}`, { opensNewTabs })}</li>`,
      )}</ul></div>`,
  );
  const logo =
    footer.logo &&
    html`<img class="footer-logo light-only" src="${footer.logo.light}" alt=""><img class="footer-logo dark-only" src="${footer.logo.dark}" alt="">`;
  const notes = [
    footer.copyright && html`<span>${footer.copyright}</span>`,
    privacyPolicy.url && html`<a href="${privacyPolicy.url}" rel="noopener">${words.privacyPolicy}</a>`,
    trademark.enabled && html`<span>${words.madeWith}</span>`,
  ].filter(Boolean);
  if (groups.length === 0 && notes.length === 0 && logo === undefined) return undefined;
  return html`<footer class="site-footer"><div class="footer-content">${
    (groups.length > 0 || logo) && html`<div class="footer-groups">${logo}${groups}</div>`
  }${notes.length > 0 && html`<p class="footer-notes">${notes}</p>`}</div></footer>`;
}

export function writeAnnouncement({ settings, targets, words, icon }: FrameContext): Html | undefined {
  const { announcement } = settings;
  if (!announcement?.enabled) return undefined;
  const { message, link, style } = announcement;
  const more = link && linkTo(targets.targetOf(link.to), html`${link.title}`, { opensNewTabs: false });
  return html`<div class="announcement announcement-${style}" role="region" aria-label="${words.hints[style]}"><p>${message} ${more}</p><button type="button" class="icon-button script-only" data-close="announcement" aria-label="${words.closeAnnouncement}">${icon("xmark")}</button></div>`;
}
