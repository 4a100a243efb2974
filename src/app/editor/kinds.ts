import type { IconDefinition } from "@fortawesome/free-solid-svg-icons";
import type { InputRule } from "prosemirror-inputrules";
import type { DOMOutputSpec, Mark, Node } from "prosemirror-model";
import type { Command, EditorState, Plugin } from "prosemirror-state";
import type { EditorView, NodeViewConstructor } from "prosemirror-view";
import type { MenuItem } from "../parts/menu.tsx";
import type { Suggestion } from "./menus/suggestion.ts";

/** What the editor knows of a kind of block, inline or mark. Each kind has a file. */
export interface Kind {
  /** How nodes of these names are drawn. Readers' pages have the same elements and classes. */
  readonly dom?: Readonly<Record<string, (node: Node) => DOMOutputSpec>>;
  /** Nodes that are more than elements. `dom` is then what other programs get when they are copied. */
  readonly views?: Readonly<Record<string, NodeViewConstructor>>;
  readonly marks?: Readonly<Record<string, (mark: Mark) => DOMOutputSpec>>;
  readonly keys?: Readonly<Record<string, Command>>;
  readonly rules?: readonly InputRule[];
  readonly plugins?: readonly Plugin[];
  readonly entries?: readonly MenuEntry[];
  /** What the menu of a block offers beside what all blocks have, by the name of its node. */
  readonly settings?: Readonly<Record<string, (block: BlockInView) => readonly MenuItem[]>>;
  /** Buttons of the bar over selected text. */
  readonly tools?: readonly Tool[];
  /** Lists that open as one types, such as that of pages after `@`. */
  readonly suggestions?: readonly Suggestion[];
}

/** The headings of the menu that a slash opens, in this order. */
export const entryGroups = ["text", "lists", "layout", "media", "data", "api", "inline", "other"] as const;

/** An entry of the menu that a slash opens. */
export interface MenuEntry {
  readonly name: string;
  /** Further words that find it. */
  readonly keywords?: string;
  readonly icon: IconDefinition;
  /** The heading under which it is listed. Without it, it is one of the others. */
  readonly group?: (typeof entryGroups)[number];
  /** The keys that do the same. */
  readonly shortcut?: string;
  /** Inserts the block at the selection, after the slash and what was typed behind it have been removed. */
  readonly insert: Command;
}

/** A block of the document that is shown. */
export interface BlockInView {
  readonly view: EditorView;
  readonly node: Node;
  readonly position: number;
}

/** A button of the bar over selected text. It is shown where its command is possible. */
export interface Tool {
  readonly label: string;
  readonly icon: IconDefinition;
  readonly shortcut?: string;
  /** Whether the selection has it already. */
  readonly isActive?: (state: EditorState) => boolean;
  readonly run: Command;
}
