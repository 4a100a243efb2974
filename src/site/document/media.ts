import {
  type BlockOf,
  blocksIn,
  type ContentRef,
  type InlineOf,
  iconsByKind,
  type Length,
} from "../../content/document/index.ts";
import { attributes, type Html, html } from "../html/index.ts";
import { writeListing } from "./code.ts";
import type { PageContext, SiteImage, SiteTarget, WriteBlock } from "./context.ts";
import { linkTo, writeEmoji } from "./inlines.ts";

/** A single image, or several side by side. */
export const writeImages: WriteBlock<"images"> = ({ data, nodes }, context) => {
  const figures = blocksIn(nodes).flatMap((node) =>
    node.type === "image" ? [writeFigure(node, context)] : [],
  );
  const names = [
    "images",
    data.align && `align-${data.align}`,
    data.withFrame && "is-framed",
    data.fullWidth && "is-wide",
  ].filter(Boolean);
  return html`<div class="${names.join(" ")}">${figures}</div>`;
};

function writeFigure({ data, fragments }: BlockOf<"image">, context: PageContext): Html {
  const { ref, refDark, alt = "", width, height } = data;
  const caption = context.fragment(fragments, "caption");
  const size = sizeClass(width, context);
  // A percentage is that of the page. In the figure, it would depend on itself.
  const isRelative = typeof width === "object" && width.unit === "%";
  const written =
    typeof width === "number" && typeof height === "number" && width > 0 && height > 0
      ? { width, height }
      : undefined;
  const picture = writePicture({ ref, refDark }, alt, context, {
    class: isRelative ? undefined : size,
    written,
  });
  return html`<figure${attributes({ class: isRelative && size !== undefined && `is-sized ${size}` })}>${picture ?? writeWithoutImage(ref, alt, context)}${
    caption && html`<figcaption>${caption}</figcaption>`
  }</figure>`;
}

interface ThemedRef {
  readonly ref: ContentRef;
  readonly refDark?: ContentRef | undefined;
}

interface PictureOptions {
  readonly class?: string | undefined;
  /** The size that the author wrote, if that of the image is unknown. */
  readonly written?: Pick<SiteImage, "width" | "height"> | undefined;
}

/** An image with a larger view, and its variant for the dark mode. */
function writePicture(
  { ref, refDark }: ThemedRef,
  alt: string,
  context: PageContext,
  { class: size, written }: PictureOptions = {},
): Html | undefined {
  const [light, dark] = [context.imageOf(ref), refDark && context.imageOf(refDark)];
  if (light === undefined) return undefined;
  const { words } = context;
  const label = alt === "" ? words.larger : `${words.larger}: ${alt}`;
  const zoom = (image: SiteImage, name?: string) => {
    const state = { class: name === undefined ? "zoom" : `zoom ${name}`, href: image.src };
    return html`<a${attributes({ ...state, "aria-label": label, "data-close": words.close })}>${writeImage({ ...written, ...image }, alt, { class: size })}</a>`;
  };
  return dark === undefined ? zoom(light) : html`${zoom(light, "light-only")}${zoom(dark, "dark-only")}`;
}

/** The size of the file reserves the space of the image before it is loaded. */
export function writeImage(
  { src, width, height }: SiteImage,
  alt: string,
  options: { readonly class?: string | undefined; readonly loading?: "eager" } = {},
): Html {
  const { loading = "lazy", class: name } = options;
  return html`<img${attributes({ src, alt, width, height, loading, decoding: "async", class: name })}>`;
}

function sizeClass(width: Length | undefined, { classFor }: PageContext): string | undefined {
  if (typeof width === "number") return width > 0 ? classFor(`inline-size:${width}px`) : undefined;
  return width !== undefined && width.value > 0
    ? classFor(`inline-size:${width.value}${width.unit}`)
    : undefined;
}

/** An image that is not shown but has an address is a link to it. */
function writeWithoutImage(ref: ContentRef, alt: string, context: PageContext): Html {
  const target = context.targetOf(ref);
  if (!target.isExternal || target.href === undefined) return missingImage(alt, context);
  const { hostname } = new URL(target.href);
  return writeLinkCard("image", html`${alt === "" ? target.href : alt}`, target, context, hostname);
}

function missingImage(alt: string, { words }: PageContext): Html {
  return html`<p class="missing">${alt === "" ? words.missingImage : `${words.missingImage}: ${alt}`}</p>`;
}

export function writeInlineImage({ data }: InlineOf<"inline-image">, context: PageContext): Html {
  const { ref, refDark, alt = "", size } = data;
  const [light, dark] = [context.imageOf(ref), refDark && context.imageOf(refDark)];
  if (light === undefined) return linkTo(context.targetOf(ref), html`<em>${alt}</em>`, context);
  const name = size === "original" ? "inline-image" : "inline-image is-line";
  return dark === undefined
    ? writeImage(light, alt, { class: name })
    : html`${writeImage(light, alt, { class: `${name} light-only` })}${writeImage(dark, alt, { class: `${name} dark-only` })}`;
}

export const writeDrawing: WriteBlock<"drawing"> = ({ data: { ref } }, context) =>
  html`<div class="images"><figure>${
    (ref && writePicture({ ref }, context.words.drawing, context)) ??
    missingImage(context.words.drawing, context)
  }</figure></div>`;

export const writeFile: WriteBlock<"file"> = ({ data, fragments }, context) => {
  const target = context.targetOf(data.ref);
  const caption = context.fragment(fragments, "caption");
  const note = caption === undefined ? target.note : html`${caption}<br>${target.note}`;
  return writeLinkCard("paperclip", html`${target.title}`, target, context, note);
};

export const writeContentRef: WriteBlock<"content-ref"> = ({ data }, context) => {
  const target = context.targetOf(data.ref);
  const isMissing = target.href === undefined;
  const title = isMissing ? context.words.missingPage : target.title;
  return writeLinkCard(iconsByKind[target.kind], html`${title}`, target, context, target.note);
};

/** Integrations do not run here, so the block says which one it is, with its source. */
export const writeIntegration: WriteBlock<"integration"> = ({ data }, context) => {
  const { url, integration, block, props } = data;
  const target: SiteTarget =
    url === undefined ? { kind: "url", title: "" } : context.targetOf({ kind: "url", url });
  const title = html`${integration} / ${block}`;
  const card = writeLinkCard("puzzle-piece", title, target, context, url ?? context.words.integration);
  const sources = Object.values(props).filter(
    (value): value is string => typeof value === "string" && value.includes("\n"),
  );
  return html`${card}${sources.map((source) => writeListing(source, "", context))}`;
};

export function writeLinkCard(
  icon: string,
  title: Html,
  target: SiteTarget,
  context: PageContext,
  note?: Html | string,
): Html {
  const image =
    (target.emoji !== undefined && writeEmoji(target.emoji)) ||
    context.iconOf(target.icon ?? "") ||
    context.iconOf(icon);
  const inner = html`${image}<span class="link-card-text"><span class="link-card-title">${title}</span>${
    note !== undefined && note !== "" && html`<span class="link-card-note">${note}</span>`
  }</span>`;
  return linkTo(target, inner, context, { class: "link-card" });
}
