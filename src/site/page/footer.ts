import { hash } from "node:crypto";
import type { SiteSettings } from "../customization/index.ts";
import { linkTo } from "../document/index.ts";
import { attributes, type Html, html } from "../html/index.ts";
import type { FrameContext } from "./frame-context.ts";
import { writeSocialLinks } from "./social-links.ts";
import { externalTarget } from "./targets.ts";

export function writeFooter(frame: FrameContext): Html | undefined {
  const { settings, words, targets } = frame;
  const { footer, trademark, privacyPolicy } = settings;
  const groups = footer.groups.map(
    ({ title, links }) =>
      html`<div><p class="footer-title">${title}</p><ul>${links.map(
        ({ title: name, to }) => html`<li>${linkTo(targets.targetOf(to), html`${name}`, frame)}</li>`,
      )}</ul></div>`,
  );
  const logo =
    footer.logo &&
    html`<img class="footer-logo light-only" src="${footer.logo.light}" alt=""><img class="footer-logo dark-only" src="${footer.logo.dark}" alt="">`;
  const notes = [
    footer.copyright && html`<span dir="auto">${footer.copyright}</span>`,
    privacyPolicy.url && linkTo(externalTarget(privacyPolicy.url), html`${words.privacyPolicy}`, frame),
    trademark.enabled && html`<span>${words.madeWith}</span>`,
  ].filter(Boolean);
  const social = writeSocialLinks("footer", frame);
  if (groups.length === 0 && notes.length === 0 && logo === undefined && social === undefined)
    return undefined;
  return html`<footer class="site-footer"${attributes({ lang: frame.lang })}><div class="footer-content">${
    (groups.length > 0 || logo) &&
    html`<div class="footer-main">${logo}${groups.length > 0 && html`<div class="footer-groups">${groups}</div>`}</div>`
  }<div class="footer-end">${notes.length > 0 && html`<p class="footer-notes">${notes}</p>`}${social}</div></div></footer>`;
}

/** Identifies an announcement, so that a reader who has closed it does not see it again. */
export function announcementId({ announcement }: SiteSettings): string | undefined {
  if (!announcement?.enabled || announcement.style === "danger") return undefined;
  return hash("sha256", announcement.message, "base64url").slice(0, 12);
}

/** The announcement. Readers can close it, unless it warns of a danger. */
export function writeAnnouncement(frame: FrameContext): Html | undefined {
  const { settings, targets, words, icon } = frame;
  const { announcement } = settings;
  if (!announcement?.enabled) return undefined;
  const { message, link, style } = announcement;
  const more = link && linkTo(targets.targetOf(link.to), html`${link.title}`, frame);
  const id = announcementId(settings);
  const close =
    id !== undefined &&
    html`<button type="button" class="icon-button script-only" data-close-announcement="${id}" aria-label="${words.closeAnnouncement}">${icon("xmark")}</button>`;
  return html`<div class="announcement announcement-${style}" role="region" aria-label="${words.hints[style]}"${attributes({ lang: frame.lang })}><p dir="auto">${message} ${more}</p>${close}</div>`;
}
