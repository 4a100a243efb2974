import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";

type HtmlNode = DefaultTreeAdapterTypes.ChildNode;
type HtmlElement = DefaultTreeAdapterTypes.Element;

/** A block as its name and its content: blocks, pieces of text with their marks, or code. */
export type Outline = string | readonly Outline[];

/**
 * What the reader of a document sees of HTML. Differences that the document model cannot represent are removed: loose and
 * tight lists, headings below the third level, the nesting of marks, the encoding of addresses.
 */
export function normalizeHtml(html: string): Outline[] {
  return outlineOf(parseFragment(html).childNodes);
}

const blockNames = /^(?:p|h[1-6]|ul|ol|li|blockquote|hr|pre|table|thead|tbody|tr|th|td|section|div)$/;

function isElement(node: HtmlNode): node is HtmlElement {
  return "tagName" in node;
}

function isBlock(node: HtmlNode): node is HtmlElement {
  return isElement(node) && blockNames.test(node.tagName);
}

function attributeOf(node: HtmlElement, name: string): string {
  return node.attrs.find((attribute) => attribute.name === name)?.value ?? "";
}

/** The blocks of a container. Text between them is a paragraph, as in the items of tight lists. */
function outlineOf(nodes: readonly HtmlNode[]): Outline[] {
  const blocks: Outline[] = [];
  let inlines: HtmlNode[] = [];
  const flush = () => {
    const pieces = piecesOf(inlines);
    if (pieces.length > 0) blocks.push(["p", pieces]);
    inlines = [];
  };
  for (const node of nodes) {
    if (!isBlock(node)) inlines.push(node);
    else {
      flush();
      blocks.push(...outlineOfBlock(node));
    }
  }
  flush();
  return blocks;
}

function outlineOfBlock(node: HtmlElement): Outline[] {
  const name = node.tagName;
  switch (name) {
    case "p": {
      const pieces = piecesOf(node.childNodes);
      return pieces.length === 0 ? [] : [[name, pieces]];
    }
    case "h1":
    case "h2":
    case "h3":
    case "h4":
    case "h5":
    case "h6":
      return [[`h${Math.min(3, Number(name[1]))}`, piecesOf(node.childNodes)]];
    case "th":
    case "td":
      return [[name, attributeOf(node, "align").replace("left", ""), piecesOf(node.childNodes)]];
    case "pre":
      return [codeOf(node)];
    case "li":
      return [[name, checkboxOf(node), outlineOf(node.childNodes)]];
    case "ol":
      return [[name, attributeOf(node, "start"), outlineOf(node.childNodes)]];
    default:
      return [[name, outlineOf(node.childNodes)]];
  }
}

function codeOf(node: HtmlElement): Outline {
  const code = node.childNodes.find(isElement);
  const language = code === undefined ? "" : attributeOf(code, "class");
  const text = (code ?? node).childNodes.map((child) => ("value" in child ? child.value : "")).join("");
  return ["code", language, text.replace(/[ \t]+$/gm, "").replace(/\n$/, "")];
}

function checkboxOf(item: HtmlElement): string {
  const [first] = item.childNodes
    .filter((node) => !("value" in node) || node.value.trim() !== "")
    .flatMap((node) => (isElement(node) && node.tagName === "p" ? node.childNodes : node));
  if (first === undefined || !isElement(first) || first.tagName !== "input") return "";
  return first.attrs.some(({ name }) => name === "checked") ? "checked" : "unchecked";
}

interface Format {
  readonly marks: readonly string[];
  readonly link: string;
}

interface Piece {
  readonly kind: string;
  text: string;
}

/** The text of a paragraph, in pieces of one format, and its images. White space is collapsed, as browsers do. */
function piecesOf(nodes: readonly HtmlNode[]): Outline[] {
  const collector = new PieceCollector();
  for (const node of nodes) collector.visit(node, { marks: [], link: "" });
  const { pieces } = collector;
  const last = pieces.at(-1);
  if (last !== undefined) last.text = last.text.replace(/ $/, "");
  return pieces
    .filter(({ text }) => text !== "")
    .map(({ kind, text }) => (kind === "" ? text : [kind, text]));
}

class PieceCollector {
  readonly pieces: Piece[] = [];
  #links = 0;

  visit(node: HtmlNode, format: Format): void {
    if (node.nodeName === "#text" && "value" in node) this.#addText(node.value, format);
    if (isElement(node)) this.#visitElement(node, format);
  }

  #addText(source: string, format: Format): void {
    const isCode = format.marks.includes("code");
    const text = isCode ? source.replaceAll("\n", " ") : source.replace(/[ \t\n]+/g, " ");
    const isAfterSpace = /[ \n]$/.test(this.pieces.at(-1)?.text ?? " ");
    this.#add(isAfterSpace && !isCode ? text.replace(/^ /, "") : text, format);
  }

  #add(text: string, { marks, link }: Format): void {
    const kind = [...new Set(marks)].toSorted().join(" ") + (link && ` ${link}`);
    const last = this.pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else if (text !== "") this.pieces.push({ kind, text });
  }

  #addBreak(format: Format): void {
    const last = this.pieces.at(-1);
    if (last !== undefined) last.text = last.text.replace(/ $/, "");
    this.#add("\n", format);
  }

  #visitElement(node: HtmlElement, format: Format): void {
    const { tagName: name, childNodes } = node;
    const inside = (changed: Partial<Format>) => {
      for (const child of childNodes) this.visit(child, { ...format, ...changed });
    };
    const text = (attribute: string) => attributeOf(node, attribute).replace(/[ \t\n]+/g, " ");
    if (name === "br") this.#addBreak(format);
    else if (name === "a")
      inside({ link: `link ${++this.#links} ${addressOf(node, "href")} ${text("title")}` });
    else if (name === "img")
      this.pieces.push({
        kind: `image ${format.link}`,
        text: JSON.stringify([addressOf(node, "src"), text("alt"), text("title")]),
      });
    else if (attributeOf(node, "class") === "footnote-ref")
      this.pieces.push({
        kind: "note",
        text: childNodes.map((child) => ("value" in child ? child.value : "")).join(""),
      });
    else if (/^(?:em|strong|del|code)$/.test(name)) inside({ marks: [...format.marks, name] });
    else if (name !== "input") this.pieces.push({ kind: "html", text: name });
  }
}

function addressOf(node: HtmlElement, name: string): string {
  const decode = (encoded: string) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  };
  return attributeOf(node, name)
    .replace(/(?:%[0-9a-f]{2})+/gi, decode)
    .replace(/\s+/g, " ")
    .trim();
}
