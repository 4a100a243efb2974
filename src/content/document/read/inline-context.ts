import type { Block } from "../model/index.ts";
import type { Definition } from "./link-syntax.ts";

/** What the text of a document may lead to elsewhere in it. */
export interface InlineContext {
  readonly definitions: ReadonlyMap<string, Definition>;
  /** The body of a footnote; undefined where there is none of that name. */
  footnote(label: string): { readonly number: number; readonly body: readonly Block[] } | undefined;
  /** The note with this body stands where there can be none. */
  releaseNote(body: readonly Block[]): void;
}
