import { frameAttributes, type KnownFrame } from "../../embeds/index.ts";
import { attributes, type Html, html } from "../html/index.ts";
import type { PageContext, SiteEmbed, SiteTarget, WriteBlock } from "./context.ts";
import { linkTo } from "./inlines.ts";
import { writeLinkCard } from "./media.ts";

/** A player or demo as a frame, which is loaded when the reader asks for it. Other websites are links. */
export const writeEmbed: WriteBlock<"embed"> = ({ data, fragments }, context) => {
  const target = context.targetOf({ kind: "url", url: data.url });
  const embed = context.embedOf(data.url);
  const caption = context.fragment(fragments, "caption");
  const shown =
    embed?.frame === undefined
      ? writeCard(embed, target, context)
      : writeFrame(embed.frame, embed, target, context);
  return html`<figure class="embed${data.fullWidth && " is-wide"}">${shown}${
    caption && html`<figcaption>${caption}</figcaption>`
  }</figure>`;
};

function writeCard(embed: SiteEmbed | undefined, target: SiteTarget, context: PageContext): Html {
  if (embed === undefined) return writeLinkCard("link", html`${target.title}`, target, context);
  const { title, site, description } = embed;
  const note = html`${description && html`${description}<br>`}${site}`;
  return writeLinkCard("link", html`${title}`, target, context, note);
}

/** The card reserves the space of the frame. Without scripts it is a link. */
function writeFrame(frame: KnownFrame, embed: SiteEmbed, target: SiteTarget, context: PageContext): Html {
  const { height, ratio = "16 / 9", src, site, title } = frame;
  const size = context.classFor(height === undefined ? `aspect-ratio:${ratio}` : `block-size:${height}px`);
  const icon = context.iconOf(site.toLowerCase().replaceAll(" ", "-")) ?? context.iconOf("play");
  const { words } = context;
  const label = `${words.showContent}: ${title}`;
  const button = html`<button type="button" class="button button-primary script-only" data-frame${attributes({ "aria-label": label })}>${words.showContent}</button>`;
  const iframe = html`<iframe${attributes(frameAttributes({ ...frame, isSandboxed: true }))} allowfullscreen></iframe>`;
  return html`<div class="frame ${size}"><div class="frame-card">${icon}<p>${linkTo(target, html`${embed.title}`, context)}<small>${src.host}</small></p>${button}</div><template>${iframe}</template></div>`;
}
