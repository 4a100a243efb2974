import { readHtmlTag } from "../html-syntax.ts";
import { readTag } from "../tag-syntax.ts";
import {
  alignmentsOf,
  cellsOf,
  closesFence,
  elementAt,
  fenceAt,
  footnoteAt,
  headingAt,
  isDivider,
  isIntegration,
  isKnownTag,
  listMarkAt,
  openTags,
  pairedTags,
  underlineLevel,
} from "./block-starts.ts";
import { Line } from "./line.ts";
import { LookAhead } from "./look-ahead.ts";
import { isContainer, type ListStyle, type Rough, type RoughContainer } from "./rough.ts";

/** How many blocks may be inside of each other; what would be deeper is text. It bounds the work for each line. */
export const deepest = 48;

/** Cuts a text into blocks, line by line, in one pass. */
export function parseBlocks(source: string): RoughContainer {
  return new BlockParser(source).read();
}

type Of<K extends Rough["kind"]> = Extract<Rough, { kind: K }>;

class BlockParser {
  readonly #lines: readonly string[];
  readonly #ahead: LookAhead;
  readonly #root: RoughContainer = { kind: "document", children: [] };
  /** From the document down to what the last line belonged to. */
  readonly #open: Rough[] = [this.#root];
  /** Where the line that is read begins in the source. */
  #at = 0;
  /** What stands on the same line behind something that ended, and is read as a line of its own. */
  #behind = "";
  /** The lines of a tag that goes on over several of them. */
  #longTag: { readonly lines: string[]; isQuoted: boolean } | undefined;

  constructor(source: string) {
    this.#lines = source.split("\n");
    this.#ahead = new LookAhead(source);
  }

  read(): RoughContainer {
    for (const line of this.#lines) {
      this.#line(new Line(line));
      while (this.#behind !== "") {
        const rest = new Line(this.#behind);
        this.#behind = "";
        this.#startBlocks(rest, this.#open.length, undefined, true);
      }
      this.#at += line.length + 1;
    }
    if (this.#longTag !== undefined) this.#goOnWithTag(this.#longTag, new Line(""), false);
    return this.#root;
  }

  #line(line: Line): void {
    const matched = this.#goOn(line);
    if (matched === undefined) return;
    const tip = this.#open.at(-1);
    const isWhole = matched === this.#open.length;
    if (this.#longTag !== undefined && this.#goOnWithTag(this.#longTag, line, isWhole)) return;
    const leaf = this.#open[matched - 1];
    if (leaf !== undefined && !isContainer(leaf) && leaf.kind !== "paragraph" && leaf.kind !== "table") {
      this.#addToLeaf(leaf, line);
      return;
    }
    this.#startBlocks(line, matched, tip, isWhole);
  }

  /** Takes off what the open blocks take off each of their lines; how many of them go on. Undefined when one has ended. */
  #goOn(line: Line): number | undefined {
    let matched = 1;
    for (; matched < this.#open.length; matched++) {
      const block = this.#open[matched];
      if (block === undefined) break;
      if (block.kind === "code" && block.fence !== undefined && line.indent <= 3) {
        if (closesFence(line.trimmed, block.fence.mark)) {
          this.#closeTo(matched);
          return undefined;
        }
      }
      if (!this.#goesOn(block, line)) break;
    }
    return matched;
  }

  #goesOn(block: Rough, line: Line): boolean {
    switch (block.kind) {
      case "quote": {
        if (line.indent > 3 || line.first !== ">") return false;
        skipQuoteMark(line);
        return true;
      }
      case "item": {
        const isEmpty = block.children.length === 0 && this.#longTag === undefined;
        if (line.isBlank ? isEmpty : line.indent < block.indent) return false;
        line.skipColumns(block.indent);
        return true;
      }
      case "footnote": {
        if (!line.isBlank && line.indent < 4) return false;
        line.skipColumns(4);
        return true;
      }
      case "paragraph":
      case "table":
        return !line.isBlank;
      case "code":
        if (block.fence !== undefined || line.isBlank || line.indent >= 4) {
          line.skipColumns(block.fence?.indent ?? 4);
          return true;
        }
        return false;
      default:
        return true;
    }
  }

  #addToLeaf(leaf: Rough, line: Line): void {
    if (leaf.kind === "code") leaf.lines.push(line.rest);
    else if (leaf.kind === "math") {
      if (line.trimmed.trimEnd() === "$$") {
        leaf.isClosed = true;
        this.#open.pop();
      } else leaf.lines.push(line.rest);
    } else if (leaf.kind === "element") this.#addToElement(leaf, line.rest);
  }

  #addToElement(leaf: Of<"element">, text: string): void {
    const close = leaf.closing.exec(text);
    if (close === null) {
      leaf.lines.push(text);
      return;
    }
    const end = close.index + close[0].length;
    leaf.lines.push(text.slice(0, end));
    leaf.isClosed = true;
    this.#closeTo(this.#open.indexOf(leaf));
    this.#behind = text.slice(end).trim();
  }

  /** Opens the blocks that begin on this line, and gives the rest of it to the last of them. */
  #startBlocks(line: Line, matched: number, tip: Rough | undefined, isWhole: boolean): void {
    let depth = matched;
    for (;;) {
      const container = this.#open[depth - 1];
      if (container === undefined || line.isBlank) break;
      if (line.indent > 3) {
        const isText =
          container.kind === "paragraph" || container.kind === "table" || tip?.kind === "paragraph";
        if (!isText) {
          line.skipColumns(4);
          this.#add(depth, { kind: "code", lines: [line.rest], info: "" });
          return;
        }
        break;
      }
      const next = this.#startOne(line, depth, container);
      if (next === "done") return;
      if (next === undefined) break;
      depth = next;
    }
    this.#addText(line, depth, tip, isWhole && depth === matched);
  }

  /** Opens one block, if one begins here: how deep its inside is, or that the whole line is taken. */
  #startOne(line: Line, depth: number, container: Rough): number | "done" | undefined {
    const text = line.trimmed;
    // In most lines the first character says that nothing begins.
    if (!/^[>#`~$*_+\-<{[=|:0-9]/.test(text)) return undefined;
    const canNest = depth < deepest;
    if (text.startsWith(">")) {
      if (!canNest) return undefined;
      skipQuoteMark(line);
      return this.#openContainer(depth, { kind: "quote", children: [] });
    }
    return (
      this.#startLeaf(line, text, depth, container) ??
      (canNest ? this.#startTag(line, text, depth) : undefined) ??
      this.#startElement(line, text, depth, canNest) ??
      this.#startTable(text, depth, container) ??
      (isDivider(text) ? this.#finish(depth, { kind: "divider" }) : undefined) ??
      (canNest ? this.#startItem(line, text, depth, container) : undefined) ??
      (canNest ? this.#startFootnote(line, text, depth) : undefined)
    );
  }

  #startLeaf(line: Line, text: string, depth: number, container: Rough): "done" | undefined {
    const heading = headingAt(text);
    if (heading !== undefined) return this.#finish(depth, { kind: "heading", ...heading });
    const fence = fenceAt(text);
    if (fence !== undefined) {
      const { mark, info } = fence;
      this.#add(depth, { kind: "code", lines: [], info, fence: { mark, indent: line.indent } });
      return "done";
    }
    if (text.trimEnd() === "$$" && this.#ahead.has(/^[ \t>]*\$\$[ \t]*$/gm, this.#at + line.text.length)) {
      this.#add(depth, { kind: "math", lines: [] });
      return "done";
    }
    const level = container.kind === "paragraph" ? underlineLevel(text) : undefined;
    if (container.kind !== "paragraph" || level === undefined) return undefined;
    this.#closeTo(depth - 1);
    this.#replaceLast(depth - 1, { kind: "heading", level, text: container.lines.join("\n") });
    return "done";
  }

  #startTag(line: Line, text: string, depth: number): number | "done" | undefined {
    if (!text.startsWith("{%")) return undefined;
    if (this.#startLongTag(text, depth)) return "done";
    const tag = readTag(text, 0);
    if (tag === undefined) return undefined;
    const ended = tag.name.startsWith("end") ? tag.name.slice(3) : "";
    if (isKnownTag({ name: ended })) return this.#endTag(ended, text, tag.end, depth);
    const source = text.slice(0, tag.end);
    const behind = text.slice(tag.end).trim();
    if (!isKnownTag(tag)) {
      // One that is not known is a paragraph of its own, so that it stays recognizable.
      return behind === "" ? this.#finish(depth, { kind: "paragraph", lines: [text] }) : undefined;
    }
    const from = this.#at + line.text.length - text.length + tag.end;
    const isContainer = pairedTags.has(tag.name)
      ? this.#ahead.hasEnd(tag.name, from)
      : openTags.has(tag.name) && this.#ahead.isPaired(tag.name, from);
    if (!isContainer && pairedTags.has(tag.name)) return undefined;
    if (!isContainer) this.#finish(depth, { kind: "void-tag", tag, source });
    else this.#openContainer(depth, { kind: "tag", tag, source, children: [] });
    this.#behind = behind;
    return "done";
  }

  /** A value goes on over the line: what follows is kept until the tag ends. */
  #startLongTag(text: string, depth: number): boolean {
    const [, name = ""] = /^\{%[ \t]*(@[A-Za-z0-9_/.-]+)/.exec(text) ?? [];
    if (!isIntegration(name) || !leavesQuoteOpen(text) || !this.#ahead.has(/%\}/g, this.#at)) return false;
    this.#closeTo(depth);
    this.#longTag = { lines: [text], isQuoted: true };
    return true;
  }

  /** The next line of such a tag. Where what it is inside of ends, or it is no tag after all, it is text. */
  #goOnWithTag(
    long: { readonly lines: string[]; isQuoted: boolean },
    line: Line,
    isInside: boolean,
  ): boolean {
    if (isInside) {
      long.lines.push(line.rest);
      if (leavesQuoteOpen(line.rest)) long.isQuoted = !long.isQuoted;
      if (long.isQuoted || !line.rest.includes("%}")) return true;
    }
    const text = long.lines.join("\n");
    const tag = isInside ? readTag(text, 0) : undefined;
    this.#longTag = undefined;
    if (tag === undefined) this.#finish(this.#open.length, { kind: "paragraph", lines: long.lines });
    else {
      this.#finish(this.#open.length, { kind: "void-tag", tag, source: text.slice(0, tag.end) });
      this.#behind = text.slice(tag.end).trim();
    }
    return isInside;
  }

  /** Closes the block that such a tag opened, with all that is still open inside of it. */
  #endTag(name: string, text: string, end: number, depth: number): "done" | undefined {
    for (let at = depth - 1; at > 0; at--) {
      const block = this.#open[at];
      if (block?.kind === "quote" || block?.kind === "footnote") return undefined;
      if (block?.kind !== "tag" || block.tag.name !== name) continue;
      block.end = text.slice(0, end);
      this.#closeTo(at);
      this.#behind = text.slice(end).trim();
      return "done";
    }
    return undefined;
  }

  #startElement(line: Line, text: string, depth: number, canNest: boolean): number | "done" | undefined {
    if (!text.startsWith("<")) return undefined;
    if (/^<\/?details[\s>]/i.test(text)) return canNest ? this.#details(line, text, depth) : undefined;
    const element = elementAt(text);
    const isInside = this.#open[depth - 1]?.kind === "details" && /^<summary[\s>]/i.test(text);
    const found = isInside ? { name: "summary", closing: /<\/summary\s*>/i } : element;
    if (found === undefined) return undefined;
    const { name, closing } = found;
    const from = this.#at + line.text.length - text.length;
    if (!this.#ahead.has(new RegExp(closing, "gi"), from)) return undefined;
    const leaf: Of<"element"> = { kind: "element", name, lines: [], closing };
    this.#add(depth, leaf);
    this.#addToElement(leaf, text);
    return "done";
  }

  #details(line: Line, text: string, depth: number): "done" | undefined {
    const tag = readHtmlTag(text, 0);
    if (tag === undefined) return undefined;
    if (tag.isClosing) {
      let at = depth - 1;
      while (at > 0 && this.#open[at]?.kind !== "details") {
        const kind = this.#open[at]?.kind;
        if (kind === "quote" || kind === "footnote") return undefined;
        at--;
      }
      const block = this.#open[at];
      if (block?.kind !== "details") return undefined;
      block.end = text.slice(0, tag.end);
      this.#closeTo(at);
    } else {
      const from = this.#at + line.text.length - text.length + tag.end;
      if (!this.#ahead.has(/<\/details\s*>/gi, from)) return undefined;
      const isOpen = tag.attributes.has("open");
      this.#openContainer(depth, { kind: "details", source: text.slice(0, tag.end), isOpen, children: [] });
    }
    this.#behind = text.slice(tag.end).trim();
    return "done";
  }

  /** A table begins with its second line: the first was taken for a paragraph. */
  #startTable(text: string, depth: number, container: Rough): "done" | undefined {
    if (container.kind !== "paragraph" || !text.includes("-")) return undefined;
    const header = container.lines.at(-1) ?? "";
    if (!text.includes("|") && !header.includes("|")) return undefined;
    const alignments = alignmentsOf(text.trimEnd());
    if (alignments === undefined || cellsOf(header).length !== alignments.length) return undefined;
    container.lines.pop();
    const table: Rough = { kind: "table", header, delimiters: text.trimEnd(), rows: [] };
    this.#closeTo(depth - 1);
    if (container.lines.length === 0) this.#replaceLast(depth - 1, table);
    else this.#append(depth - 1, table);
    this.#open.push(table);
    return "done";
  }

  #startItem(line: Line, text: string, depth: number, container: Rough): number | undefined {
    const found = listMarkAt(text);
    if (found === undefined) return undefined;
    const { style, length } = found;
    const isEmpty = text.slice(length).trim() === "";
    if (container.kind === "paragraph" && (isEmpty || (style.isOrdered && style.start !== 1)))
      return undefined;
    const markIndent = line.indent;
    line.skipIndent();
    line.skip(length);
    const space = line.indent;
    // Code may begin an item: then one space belongs to the mark, and the rest to the code.
    const padding = isEmpty || space > 4 ? 1 : space;
    line.skipColumns(padding);
    const list = this.#open[depth - 1];
    const goesOn = list?.kind === "list" && isSameList(list, style);
    const inList = goesOn ? depth : this.#openContainer(depth, { ...style, children: [] });
    return this.#openContainer(inList, { kind: "item", indent: markIndent + length + padding, children: [] });
  }

  #startFootnote(line: Line, text: string, depth: number): number | undefined {
    const isAtTop = this.#open.slice(1, depth).every(({ kind }) => kind === "list");
    const found = isAtTop ? footnoteAt(text) : undefined;
    if (found === undefined) return undefined;
    line.skipIndent();
    line.skip(found.length);
    return this.#openContainer(depth, { kind: "footnote", label: found.label, children: [] });
  }

  #addText(line: Line, depth: number, tip: Rough | undefined, isInPlace: boolean): void {
    if (line.isBlank) {
      this.#closeTo(depth);
      return;
    }
    const text = line.trimmed;
    // A line that goes on with a paragraph need not repeat what that is inside of.
    if (!isInPlace && depth < this.#open.length && tip?.kind === "paragraph" && tip === this.#open.at(-1)) {
      tip.lines.push(text);
      return;
    }
    const split = this.#splitEnd(text, depth);
    if (split !== undefined) {
      this.#addText(new Line(split.before), depth, undefined, true);
      this.#behind = split.end;
      return;
    }
    const block = this.#open[depth - 1];
    if (block?.kind === "paragraph") block.lines.push(text);
    else if (block?.kind === "table") block.rows.push(text);
    else this.#add(depth, { kind: "paragraph", lines: [text] });
  }

  /** A tag may end on the line of the last words in it. */
  #splitEnd(text: string, depth: number): { before: string; end: string } | undefined {
    const [, before, end, name] =
      /^(.*\S)\s*(\{%[ \t]*end([a-z-]+)[ \t]*%\}|<\/details>)\s*$/i.exec(
        text.endsWith("}") || text.endsWith(">") ? text : "",
      ) ?? [];
    if (before === undefined || end === undefined || before.endsWith("\\")) return undefined;
    const isOpen = this.#open
      .slice(1, depth)
      .some((block) =>
        name === undefined ? block.kind === "details" : block.kind === "tag" && block.tag.name === name,
      );
    return isOpen ? { before, end } : undefined;
  }

  #closeTo(depth: number): void {
    this.#open.length = Math.max(1, depth);
  }

  #append(depth: number, block: Rough): void {
    const parent = this.#open[depth - 1];
    if (parent !== undefined && isContainer(parent)) parent.children.push(block);
  }

  #replaceLast(depth: number, block: Rough): void {
    const parent = this.#open[depth - 1];
    if (parent !== undefined && isContainer(parent)) parent.children[parent.children.length - 1] = block;
  }

  /** Adds a block and leaves it open. A list is left when something else than an item comes. */
  #add(depth: number, block: Rough): void {
    let inside = depth;
    while (inside > 1) {
      const parent = this.#open[inside - 1];
      if (parent === undefined || !isContainer(parent)) inside--;
      else if (parent.kind === "list" && block.kind !== "item") inside--;
      else break;
    }
    this.#closeTo(inside);
    this.#append(inside, block);
    this.#open.push(block);
  }

  #openContainer(depth: number, block: RoughContainer): number {
    this.#add(depth, block);
    return this.#open.length;
  }

  #finish(depth: number, block: Rough): "done" {
    this.#add(depth, block);
    this.#open.pop();
    return "done";
  }
}

/** Whether a line has a quote that it does not close. */
function leavesQuoteOpen(text: string): boolean {
  const quotes = text.match(/\\.|"/g)?.filter((each) => each === '"').length ?? 0;
  return quotes % 2 === 1;
}

function isSameList(list: ListStyle, style: ListStyle): boolean {
  return list.isOrdered === style.isOrdered && list.mark === style.mark;
}

function skipQuoteMark(line: Line): void {
  line.skipIndent();
  line.skip(1);
  line.skipColumns(1);
}
