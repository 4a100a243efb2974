import type { HtmlTag } from "../../markdown/syntax/index.ts";
import {
  annotation,
  link,
  type Mark,
  type Node,
  onlyText,
  plainText,
  refOf,
  voidInline,
} from "../model/index.ts";
import type { InlineContext } from "./inline-context.ts";
import type { InlineList } from "./inline-list.ts";
import { nodesOf, pairDelimiters } from "./marks.ts";
import { noteOf, onlyTexts, withoutNotes } from "./notes.ts";

interface OpenElement {
  readonly at: number;
  readonly tag: HtmlTag;
  /** Absent for a link. */
  readonly mark?: Mark;
}

/** The elements that are open in a text: marks and links. One that is never closed is only text. */
export class OpenElements {
  readonly #list: InlineList;
  readonly #context: InlineContext;
  readonly #open: OpenElement[] = [];
  /** How many there are of each name, so that looking for one that is not there costs nothing. */
  readonly #counts = new Map<string, number>();

  constructor(list: InlineList, context: InlineContext) {
    this.#list = list;
    this.#context = context;
  }

  open(tag: HtmlTag, mark: Mark | undefined): void {
    const { source, at } = this.#list;
    this.#list.flush();
    this.#open.push({ at: this.#list.length, tag, ...(mark !== undefined && { mark }) });
    this.#counts.set(tag.name, (this.#counts.get(tag.name) ?? 0) + 1);
    this.#list.push({ kind: "text", text: source.slice(at, tag.end) }, tag.end);
  }

  /** Closes the last one of this name: where it began among the items; undefined where none is open. */
  close({ name, end }: HtmlTag): number | undefined {
    if ((this.#counts.get(name) ?? 0) === 0) return undefined;
    let element = this.#pop();
    while (element !== undefined && element.tag.name !== name) element = this.#pop();
    if (element === undefined) return undefined;
    const items = this.#list.cut(element.at).slice(1);
    pairDelimiters(items);
    if (element.mark !== undefined) this.#list.push({ kind: "group", mark: element.mark, items }, end);
    else this.#pushLink(element.tag, withoutNotes(nodesOf(items), this.#context), end);
    return element.at;
  }

  /** Those that began behind this place can no longer be closed. */
  dropFrom(at: number): void {
    while ((this.#open.at(-1)?.at ?? -1) >= at) this.#pop();
  }

  #pop(): OpenElement | undefined {
    const element = this.#open.pop();
    if (element !== undefined)
      this.#counts.set(element.tag.name, (this.#counts.get(element.tag.name) ?? 1) - 1);
    return element;
  }

  #pushLink({ attributes }: HtmlTag, nodes: readonly Node[], end: number): void {
    const ref = refOf(attributes.get("href") ?? "");
    const [, button] = /\bbutton (primary|secondary)\b/.exec(`${attributes.get("class")} `) ?? [];
    const note = attributes.has("data-footnote-ref") ? noteOf(ref, this.#context) : undefined;
    if (note !== undefined) this.#list.pushNode(annotation(onlyTexts(nodes), note.body), end);
    else if (button !== undefined) {
      const kind = button === "primary" ? "primary" : "secondary";
      const icon = attributes.get("data-icon");
      this.#list.pushNode(voidInline("button", { label: plainText(nodes), kind, icon, ref }), end);
    } else if (attributes.has("data-mention")) this.#list.pushNode(voidInline("mention", { ref }), end);
    else this.#list.pushNode(link(ref, onlyText(nodes), attributes.get("title")), end);
  }
}
