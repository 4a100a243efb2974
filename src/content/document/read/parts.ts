import type { AssignedAnchor, Block } from "../model/index.ts";

/** An expandable of a text. Its anchor is assigned after those of headings. */
export interface Expandable {
  readonly title: string;
  readonly meta: { id: string };
}

/** The blocks of a child of the root, and what they depend on besides its source. */
export interface Part {
  /** The child as JSON, if other versions of the text are read. */
  readonly source: string;
  blocks: readonly Block[];
  readonly nodeCount: number;
  /** Whether it contains footnotes, whose blocks depend on whether others refer to them. */
  readonly hasNotes: boolean;
  readonly usesNotes: boolean;
  readonly usesDefinitions: boolean;
  /** The names of the anchors before the part, and after it. */
  readonly anchorBefore: string | undefined;
  readonly anchorAfter: string | undefined;
  readonly anchors: readonly AssignedAnchor[];
  readonly expandables: readonly Expandable[];
}

/** What the parts of a text depend on. */
export interface PartContext {
  /** The link definitions as JSON. */
  readonly definitions: string;
  readonly hasFootnotes: boolean;
  /** Whether tags of conditions are text, in which definitions are not collected. */
  readonly hasOpenConditions: boolean;
}

/** The parts of an earlier version of a text: all before and after a change, and others that may have changed. */
export interface EarlierText {
  readonly before?: readonly Part[];
  readonly changed: EarlierParts;
  readonly after?: readonly Part[];
}

/** The parts of an earlier version of a text, by their sources. Each is used once. */
export class EarlierParts {
  readonly #bySource = new Map<string, Part[]>();
  readonly #hasSameDefinitions: boolean;
  readonly #hasFootnotes: boolean;

  constructor(parts: readonly Part[], before: PartContext, after: PartContext) {
    this.#hasSameDefinitions = before.definitions === after.definitions;
    this.#hasFootnotes = before.hasFootnotes || after.hasFootnotes;
    for (const part of parts.toReversed())
      if (this.#isReusable(part)) this.#bySource.getOrInsertComputed(part.source, () => []).push(part);
  }

  /** The next part with this source. Its blocks are the same in the new version if its anchors are. */
  take(source: string): Part | undefined {
    return this.#bySource.get(source)?.pop();
  }

  #isReusable({ hasNotes, usesNotes, usesDefinitions }: Part): boolean {
    return !hasNotes && !(usesNotes && this.#hasFootnotes) && (!usesDefinitions || this.#hasSameDefinitions);
  }
}
