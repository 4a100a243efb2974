import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { decodeCodePoints } from "../../content/index.ts";
import {
  emojiFontFile,
  fontsFor,
  mainFile,
  removeUnusualCharacters,
  TypstCompiler,
  writeReducedFonts,
} from "../../pdf/index.ts";
import { loadIconDrawings } from "../../platform/index.ts";
import type { SocialCard } from "../index.ts";
import { shorten, splitEmoji, type TextPart } from "./card-text.ts";
import { type CardImages, type CardTexts, writeCard } from "./write-card.ts";

const template = fileURLToPath(new URL("../template", import.meta.url));
const [width, height] = [1200, 630];

/** The height in pixels with which emoji are drawn. */
const emojiSize = 168;

/**
 * Draws a card as PNG, with a folder for its files. The compiler of PDFs sets the text and writes it as paths, so that no
 * font of the system is needed. It does not draw emoji, which become images first.
 */
export async function drawCard(card: SocialCard, folder: string, isCautious: boolean): Promise<Buffer> {
  await cp(template, folder, { recursive: true });
  const texts = textsOf(card);
  const images = await drawImages(card, texts, folder);
  const plain = Object.values(texts).map((parts) => textIn(parts));
  const fonts = fontsFor([card.site.title, ...plain].join("\n"), textIn(texts.title));
  await writeFile(join(folder, mainFile), writeCard(card, texts, images, fonts));
  if (isCautious) await removeUnusualCharacters(folder);
  const reducedFonts = join(folder, "fonts");
  await writeReducedFonts(fonts.largeFolders, folder, reducedFonts);
  const svg = new TypstCompiler(folder, [...fonts.folders, reducedFonts]).draw(mainFile);
  return sharp(Buffer.from(svg))
    .resize(width, height)
    .flatten({ background: card.colors.page })
    .png({ palette: true, effort: 7 })
    .toBuffer();
}

function textsOf({ title, trail, description, site }: SocialCard): CardTexts {
  const split = (text: string, maxWidth: number) => splitEmoji(shorten(text, maxWidth));
  return {
    title: split(title, 150),
    trail: split(trail.join(" / "), 70),
    description: split(description ?? "", 150),
    site: split(site.title, 50),
  };
}

/** The text that is set in fonts. */
function textIn(parts: readonly TextPart[]): string {
  return parts.flatMap(({ text, isEmoji }) => (isEmoji ? [] : text)).join(" ");
}

async function drawImages(card: SocialCard, texts: CardTexts, folder: string): Promise<CardImages> {
  const inTexts = Object.values(texts).flatMap((parts: readonly TextPart[]) =>
    parts.flatMap(({ text, isEmoji }) => (isEmoji ? text : [])),
  );
  const files = new Map<string, string>();
  const characterOf = (emoji: string | undefined) => emoji && (decodeCodePoints(emoji) ?? emoji);
  const [ofPage, ofSite] = [characterOf(card.emoji), characterOf(card.site.emoji)];
  for (const emoji of new Set([ofPage, ofSite, ...inTexts])) {
    const drawn = emoji ? await drawEmoji(emoji) : undefined;
    if (!emoji || drawn === undefined) continue;
    const name = `emoji-${files.size}.png`;
    await writeFile(join(folder, name), drawn);
    files.set(emoji, name);
  }
  const iconFile =
    card.icon === undefined ? undefined : await drawIcon(card.icon, card.colors.accent, folder);
  return {
    emojiFile: (emoji) => files.get(emoji),
    page: files.get(ofPage ?? "") ?? iconFile,
    site: files.get(ofSite ?? ""),
  };
}

/** Draws an emoji from the color font; undefined if that is not possible. */
function drawEmoji(emoji: string): Promise<Buffer | undefined> {
  const font = `Noto Color Emoji ${emojiSize}`;
  return sharp({ text: { text: emoji, font, fontfile: emojiFontFile(), rgba: true, dpi: 72 } })
    .png()
    .toBuffer()
    .catch(() => undefined);
}

async function drawIcon(name: string, color: string, folder: string): Promise<string | undefined> {
  const drawing = (await loadIconDrawings())(name);
  if (drawing === undefined) return undefined;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${drawing.viewBox}" fill="${color}">${drawing.paths}</svg>`;
  await writeFile(join(folder, "icon.svg"), svg);
  return "icon.svg";
}
