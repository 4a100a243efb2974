import {
  type ContentRef,
  emojiCharacter,
  type Inline,
  type InlineOf,
  isFootnoteNumber,
  type Leaf,
  type Mark,
  type Node,
  nodesIn,
  plainText,
} from "../../content/document/index.ts";
import { decodeCodePoints, normalizeEmoji } from "../../content/index.ts";
import type { BookTarget, PageContext } from "./context.ts";
import { directionOf } from "./direction.ts";
import { breakableParts, type LineWidth } from "./line-breaks.ts";
import { bool, type Code, call, itemOf, join, type NamedArguments, name, none, pt, str } from "./typst.ts";

export function writeText(nodes: readonly Node[], context: PageContext): Code {
  return join(
    nodes.flatMap((node) => {
      if (node.object === "text") return node.leaves.flatMap((leaf) => writeLeaf(leaf, context.lineWidth));
      return node.object === "inline" ? writeInline(node, context) : [];
    }),
  );
}

/** Writes plain text with break opportunities in long words. */
export function words(text: string, lineWidth?: LineWidth): Code {
  return join(writeBreakable(text, str, lineWidth));
}

function writeBreakable(text: string, write: (part: string) => Code, lineWidth?: LineWidth): Code[] {
  return text.split("\n").flatMap((line, i) => {
    const parts = breakableParts(line, lineWidth).flatMap((part, j) =>
      j === 0 ? [write(part)] : [name("break-opportunity"), write(part)],
    );
    return i === 0 ? parts : [call("linebreak"), ...parts];
  });
}

function writeLeaf({ text, marks }: Leaf, lineWidth: LineWidth): Code[] {
  if (text === "") return [];
  const isCode = marks.some(({ type }) => type === "code");
  const parts = writeBreakable(text, (part) => (isCode ? call("raw", [str(part)]) : str(part)), lineWidth);
  if (marks.length === 0) return parts;
  return [marks.reduceRight((inner, mark) => writeMark(mark, inner), join(parts))];
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

function writeMark(mark: Mark, inner: Code): Code {
  if (mark.type !== "color") return call(wrappers[mark.type], [inner]);
  const { text, background } = mark.data;
  const color = (value: string) => (value === "default" ? none : str(value));
  return call("colored", [color(text), color(background), inner]);
}

function writeInline(node: Inline, context: PageContext): Code[] {
  const { type, data, nodes = [] } = node;
  switch (type) {
    case "link":
      return [linkTo(context.targetOf(data.ref), context.text(nodes))];
    case "emoji":
      return writeEmojiCode(data.code);
    case "icon":
      return iconNamed(
        data.icon,
        context,
        data.color && data.color !== "default" ? call("text-color", [str(data.color)]) : undefined,
      );
    case "expression":
      return [call("code", [call("raw", [str(data.expression)])])];
    case "inline-math":
      return [writeFormula(data.formula, false, context)];
    case "inline-image":
      return [writeInlineImage(node, context)];
    case "annotation":
      return annotation(node, context);
    case "mention":
      return [mention(context.targetOf(data.ref))];
    case "button": {
      const icons = iconNamed(data.icon ?? "", context, data.kind === "primary" ? name("white") : undefined);
      const label = join([...icons.flatMap((icon) => [icon, str(" ")]), str(data.label)]);
      const button = call("button", [str(data.kind), label]);
      return [linkTo(data.ref && context.targetOf(data.ref), button)];
    }
  }
}

function writeEmojiCode(code: string): Code[] {
  const character = emojiCharacter(code) ?? "";
  return character === "" ? [] : [call("color-emoji", [str(normalizeEmoji(character) ?? character)])];
}

/** Writes an emoji, given as a character or as code points. */
export function writeEmoji(emoji: string): Code {
  return call("color-emoji", [str(decodeCodePoints(emoji) ?? emoji)]);
}

/** A formula, or its source if it does not compile. */
export function writeFormula(tex: string, isDisplayed: boolean, context: PageContext): Code {
  const index = context.formulaOf(tex);
  if (index !== undefined) return itemOf(isDisplayed ? "displayed-formulas" : "inline-formulas", index);
  const source = call("code", [join(writeBreakable(tex, (part) => call("raw", [str(part)])))]);
  return isDisplayed ? call("aligned", [name("center"), source]) : source;
}

/** Writes a link if the target has a label or a URL. */
export function linkTo(target: BookTarget | undefined, body: Code): Code {
  const destination = target && destinationOf(target);
  return destination === undefined ? body : call("link", [destination, body]);
}

export function destinationOf({ label, url }: Pick<BookTarget, "label" | "url">): Code | undefined {
  if (label !== undefined) return call("resolve-label", [str(label)]);
  return url === undefined ? undefined : str(url);
}

function iconNamed(icon: string, context: PageContext, fill?: Code): Code[] {
  const svg = icon === "" ? undefined : context.iconOf(icon);
  return svg === undefined ? [] : [call("icon", [str(svg)], { fill })];
}

function mention(target: BookTarget): Code {
  return linkTo(target, words(target.kind === "user" ? `@${target.title}` : target.title));
}

function annotation(node: Inline, context: PageContext): Code[] {
  const annotated = isFootnoteNumber(node) ? [] : [context.text(node.nodes ?? [])];
  const [first, ...others] = node.fragments?.find(({ type }) => type === "annotation-body")?.nodes ?? [];
  if (first === undefined) return annotated;
  // The footnote number is on the first line.
  const isLine = first.type === "paragraph";
  const line = isLine ? context.text(first.nodes ?? []) : context.blocks([first]);
  return [
    ...annotated,
    call("footnote", [join([line, ...(others.length > 0 ? [context.blocks(others)] : [])])]),
  ];
}

function writeInlineImage({ data }: InlineOf<"inline-image">, context: PageContext): Code {
  const { ref, alt = "", size } = data;
  const image = context.imageOf(ref);
  if (image === undefined) return call("emph", [str(alt)]);
  const { path, width, height } = image;
  if (size !== "original")
    return call("box", [call("image", [str(path)], { height: name("1.3em"), alt: str(alt) })], {
      baseline: name("0.25em"),
    });
  const options = { alt: str(alt), scale: pt(width), "max-height": pt(300) };
  return call("box", [call("picture", [str(path), pt(width * 0.75), pt(height)], options)]);
}

/** A link with the title of its target. */
export function titledLink(ref: ContentRef, context: PageContext): Code {
  const target = context.targetOf(ref);
  return linkTo(target, words(target.title, context.lineWidth));
}

/** Sets the text direction where it differs from the page's. */
export function withDirection(text: string, body: Code, { direction }: PageContext): Code {
  const textDirection = directionOf(text) ?? direction;
  return textDirection === direction ? body : call("with-direction", [name(textDirection), body]);
}

/** The maximum length in characters of a block that is kept on one page. Each node counts as a line. */
const maxUnbrokenLength = 700;
const lineLength = 60;

/** The option that keeps a short block on one page. */
export function keepTogether(nodes: readonly Node[] = []): NamedArguments {
  let length = plainText(nodes).length;
  for (const { type } of nodesIn(nodes)) {
    if (type === "table" || type === "images" || type === "openapi-operation") return {};
    length += lineLength;
  }
  return length <= maxUnbrokenLength ? { breakable: bool(false) } : {};
}
