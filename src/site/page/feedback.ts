import { maxCommentLength } from "../../insights/index.ts";
import { attributes, type Html, html } from "../html/index.ts";
import type { FrameContext } from "./frame-context.ts";
import type { SitePage } from "./site-page.ts";
import { eventsPath } from "./site-urls.ts";

const faces = [
  ["bad", "face-frown"],
  ["ok", "face-meh"],
  ["good", "face-smile"],
] as const;

/** The form below a page: three faces, and a sentence when one of them is chosen. It works without scripts. */
export function writeFeedback({ segments }: SitePage, frame: FrameContext): Html | false {
  const { settings, words, icon, urls, lang } = frame;
  if (!settings.feedback.enabled || frame.isPreview || frame.isStatic) return false;
  const url = urls.resource(segments, eventsPath);
  const choices = faces.map(
    ([rating, name]) =>
      html`<label class="feedback-face"><input type="radio" name="rating" value="${rating}" required><span class="hidden-text">${words.feedback[rating]}</span>${icon(name)}</label>`,
  );
  return html`<form class="feedback" method="post" action="${url}"${attributes({ lang })}><fieldset><legend><bdi>${words.feedback.question}</bdi></legend><div class="feedback-faces">${choices}</div></fieldset><div class="feedback-more"><label><bdi>${words.feedback.comment}</bdi><textarea name="comment" rows="2" maxlength="${maxCommentLength}" dir="auto"></textarea></label><button type="submit" class="button button-primary is-small">${words.feedback.send}</button></div><p class="feedback-sent" id="~feedback-sent" tabindex="-1" role="status"><bdi>${words.feedback.sent}</bdi></p><p class="feedback-failed" tabindex="-1" role="alert"><bdi>${words.feedback.failed}</bdi></p></form>`;
}
