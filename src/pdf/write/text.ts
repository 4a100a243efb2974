import {
  type ContentRef,
  emojiCharacter,
  type Inline,
  type InlineOf,
  isBareNote,
  type Leaf,
  type Mark,
  type Node,
} from "../../content/document/index.ts";
import { decodeCodePoints, normalizeEmoji } from "../../content/index.ts";
import { breakable, type Room } from "./breakable.ts";
import { type Code, call, itemOf, join, name, none, pt, str } from "./typst.ts";
import type { Picture, Target, Writing } from "./writing.ts";

/** Text with its inlines. */
export function writeText(nodes: readonly Node[], writing: Writing): Code {
  return join(
    nodes.flatMap((node) => {
      if (node.object === "text") return node.leaves.flatMap((leaf) => writeLeaf(leaf, writing.room));
      return node.object === "inline" ? writeInline(node, writing) : [];
    }),
  );
}

/** Plain text with break opportunities in long words. */
export function words(text: string, room?: Room): Code {
  return join(plain(text, str, room));
}

function plain(text: string, write: (part: string) => Code, room?: Room): Code[] {
  return text.split("\n").flatMap((line, i) => {
    const parts = breakable(line, room).flatMap((part, j) =>
      j === 0 ? [write(part)] : [name("cut"), write(part)],
    );
    return i === 0 ? parts : [call("linebreak"), ...parts];
  });
}

function writeLeaf({ text, marks }: Leaf, room: Room): Code[] {
  if (text === "") return [];
  const isCode = marks.some(({ type }) => type === "code");
  const parts = plain(text, (part) => (isCode ? call("raw", [str(part)]) : str(part)), room);
  if (marks.length === 0) return parts;
  return [marks.reduceRight((inner, mark) => marked(mark, inner), join(parts))];
}

const wrappers = {
  bold: "strong",
  italic: "emph",
  strikethrough: "strike",
  code: "code",
  keyboard: "key",
  superscript: "super",
  subscript: "sub",
} as const;

function marked(mark: Mark, inner: Code): Code {
  if (mark.type !== "color") return call(wrappers[mark.type], [inner]);
  const { text, background } = mark.data;
  const colour = (value: string) => (value === "default" ? none : str(value));
  return call("colored", [colour(text), colour(background), inner]);
}

function writeInline(node: Inline, writing: Writing): Code[] {
  const { type, data, nodes = [] } = node;
  switch (type) {
    case "link":
      return [linkTo(writing.targetOf(data.ref, writing.page), writing.text(nodes))];
    case "emoji":
      return pictograph(data.code);
    case "icon":
      return iconNamed(data.icon, writing);
    case "expression":
      return [call("code", [call("raw", [str(data.expression)])])];
    case "inline-math":
      return [writeFormula(data.formula, false, writing)];
    case "inline-image":
      return [inlineImage(node, writing)];
    case "annotation":
      return annotation(node, writing);
    case "mention":
      return mention(writing.targetOf(data.ref, writing.page));
    case "button": {
      const drawn = iconNamed(data.icon ?? "", writing, data.kind === "primary" ? name("white") : undefined);
      const label = join([...drawn.flatMap((icon) => [icon, str(" ")]), str(data.label)]);
      return [linkTo(writing.targetOf(data.ref, writing.page), call("button", [str(data.kind), label]))];
    }
  }
}

/** An emoji in colour, even if a text font has a glyph for it. */
function pictograph(code: string): Code[] {
  const character = emojiCharacter(code) ?? "";
  return character === "" ? [] : [call("pictograph", [str(normalizeEmoji(character) ?? character)])];
}

/** An emoji given as character or as code points. */
export function pictographOf(emoji: string): Code {
  return call("pictograph", [str(decodeCodePoints(emoji) ?? emoji)]);
}

/** A formula, or its source if it does not compile. */
export function writeFormula(tex: string, isDisplayed: boolean, writing: Writing): Code {
  const place = writing.formulaOf(tex);
  if (place !== undefined) return itemOf(isDisplayed ? "displayed-formulas" : "inline-formulas", place);
  const shown = call("code", [join(plain(tex, (part) => call("raw", [str(part)])))]);
  return isDisplayed ? call("toward", [name("center"), shown]) : shown;
}

/** A link, if the target has an address. */
export function linkTo(target: Target | undefined, body: Code): Code {
  const place = target && placeOf(target);
  return place === undefined ? body : call("link", [place, body]);
}

export function placeOf({ name: place, url }: Target): Code | undefined {
  if (place !== undefined) return call("spot", [str(place)]);
  return url === undefined ? undefined : str(url);
}

function iconNamed(icon: string, writing: Writing, fill?: Code): Code[] {
  const drawing = icon === "" ? undefined : writing.iconOf(icon);
  return drawing === undefined ? [] : [call("icon", [str(drawing)], { fill })];
}

function mention(target: Target): Code[] {
  const title = target.kind === "user" ? `@${target.title}` : target.title;
  return [linkTo(target, words(title))];
}

/** An annotation becomes a footnote. */
function annotation(node: Inline, writing: Writing): Code[] {
  const shown = isBareNote(node) ? [] : [writing.text(node.nodes ?? [])];
  const [first, ...others] = node.fragments?.find(({ type }) => type === "annotation-body")?.nodes ?? [];
  if (first === undefined) return shown;
  // The footnote number is on the first line.
  const isLine = first.type === "paragraph";
  const line = isLine ? writing.text(first.nodes ?? []) : writing.blocks([first]);
  return [...shown, call("footnote", [join([line, ...(others.length > 0 ? [writing.blocks(others)] : [])])])];
}

function inlineImage({ data }: InlineOf<"inline-image">, writing: Writing): Code {
  const { ref, alt = "", size } = data;
  const picture = writing.pictureOf(ref);
  if (picture === undefined) return call("emph", [str(alt)]);
  return inLine(picture, alt, size === "original");
}

/** An inline image, in line height or in its own size. */
function inLine({ path, width, height }: Picture, alt: string, isOriginal: boolean): Code {
  if (!isOriginal)
    return call("box", [call("image", [str(path)], { height: name("1.3em"), alt: str(alt) })], {
      baseline: name("0.25em"),
    });
  const size = { scale: pt(width), highest: pt(300) };
  return call("box", [
    call("picture", [str(path), pt(width * 0.75), pt(height)], { alt: str(alt), ...size }),
  ]);
}

/** The text of a reference without words. */
export function titledLink(ref: ContentRef, writing: Writing): Code {
  const target = writing.targetOf(ref, writing.page);
  return linkTo(target, words(target.title, writing.room));
}

/** A character class of right-to-left scripts. */
export const rightToLeft = "\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc";
const firstStrong = new RegExp(`[${rightToLeft}]|\\p{L}`, "u");
const isRightToLeft = new RegExp(`[${rightToLeft}]`);
const wordsFromRight = new RegExp(`[${rightToLeft}]+`, "g");

/** The direction of a text by its first strong character. */
export function directionOf(text: string): Direction | undefined {
  const [letter] = firstStrong.exec(text) ?? [];
  if (letter === undefined) return undefined;
  return isRightToLeft.test(letter) ? "rtl" : "ltr";
}

export type Direction = "ltr" | "rtl";

/** The predominant direction of a text. */
export function mostlyFrom(text: string): Direction {
  const fromRight = text.match(wordsFromRight)?.length ?? 0;
  return fromRight > 0 && fromRight > (text.match(/\p{Script=Latin}+/gu)?.length ?? 0) ? "rtl" : "ltr";
}
