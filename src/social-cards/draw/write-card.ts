import {
  array,
  bool,
  type Code,
  call,
  dictionary,
  type Fonts,
  file,
  join,
  none,
  str,
} from "../../pdf/index.ts";
import type { SocialCard } from "../index.ts";
import type { TextPart } from "./card-text.ts";

/** The texts of a card, shortened and divided. */
export interface CardTexts {
  readonly title: readonly TextPart[];
  readonly trail: readonly TextPart[];
  readonly description: readonly TextPart[];
  readonly site: readonly TextPart[];
}

export interface CardImages {
  /** The file of an emoji, if it could be drawn. */
  emojiFile(emoji: string): string | undefined;
  /** The file of the image of the page. */
  readonly page?: string | undefined;
  readonly site?: string | undefined;
}

/** Writes a card as Typst code. */
export function writeCard(card: SocialCard, texts: CardTexts, images: CardImages, fonts: Fonts): string {
  const content = (parts: readonly TextPart[]): Code =>
    parts.length === 0 ? none : join(parts.map((part) => writePart(part, images)));
  const [initial = ""] = /[\p{L}\p{N}]/u.exec(card.site.title.toUpperCase()) ?? [];
  const named = {
    title: content(texts.title),
    trail: content(texts.trail),
    description: content(texts.description),
    site: content(texts.site),
    initial: str(initial),
    picture: images.page === undefined ? none : str(images.page),
    mark: images.site === undefined ? none : str(images.site),
    colors: dictionary(
      Object.fromEntries(Object.entries(card.colors).map(([key, color]) => [key, call("rgb", [str(color)])])),
    ),
    fonts: array(fonts.text.map(str)),
    lang: str(fonts.language),
    "right-to-left": bool(fonts.isRightToLeft),
  };
  return file(['"card.typ": card, emoji'], [call("card", [], named)]);
}

function writePart({ text, isEmoji }: TextPart, images: CardImages): Code {
  if (!isEmoji) return str(text);
  const name = images.emojiFile(text);
  return name === undefined ? str("") : call("emoji", [str(name)]);
}
