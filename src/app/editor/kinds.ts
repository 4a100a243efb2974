import type { IconDefinition } from "@fortawesome/free-solid-svg-icons";
import type { InputRule } from "prosemirror-inputrules";
import type { DOMOutputSpec, Mark, Node } from "prosemirror-model";
import type { Command, Plugin } from "prosemirror-state";
import type { NodeViewConstructor } from "prosemirror-view";

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
}

/** An entry of the menu that a slash opens. */
export interface MenuEntry {
  readonly name: string;
  /** Further words that find it. */
  readonly keywords?: string;
  readonly icon: IconDefinition;
  /** Inserts the block at the selection, after the slash and what was typed behind it have been removed. */
  readonly insert: Command;
}
