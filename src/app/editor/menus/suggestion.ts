import { closeHistory } from "prosemirror-history";
import { type Command, type EditorState, TextSelection, type Transaction } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import type { ListedOption, OptionGroup } from "../../parts/option-groups.tsx";

/** A list that opens as one types, and is filtered by what is typed. */
export interface Suggestion {
  readonly name: string;
  /** The accessible name of the list. */
  readonly label: string;
  /** What opens it: the end of the text before the caret. Its groups are what is replaced, and in that the query. */
  readonly pattern: RegExp;
  /** What is offered for a query. */
  readonly find: (
    query: string,
    view: EditorView,
  ) => readonly SuggestionGroup[] | Promise<readonly SuggestionGroup[]>;
  /** What is said if nothing was found. Without it, the list closes. */
  readonly emptyText?: string;
}

export type SuggestionGroup = OptionGroup<Option>;

export interface Option extends ListedOption {
  /** Inserts it at the selection, after what was typed has been removed. */
  readonly insert: Command;
}

/** The text before the caret that may open a list, in characters. */
const maxLength = 60;

/** What is being typed at the caret: its place, and which list it opens. */
export interface Typed {
  readonly suggestion: Suggestion;
  readonly from: number;
  readonly query: string;
}

export function findTyped({ selection }: EditorState, suggestions: readonly Suggestion[]): Typed | undefined {
  if (!(selection instanceof TextSelection) || selection.$cursor === null) return undefined;
  const { parent, parentOffset, pos } = selection.$cursor;
  if (parent.type.spec.code || selection.$cursor.marks().some(({ type }) => type.spec.code)) return undefined;
  const text = parent.textBetween(Math.max(0, parentOffset - maxLength), parentOffset, undefined, "\ufffc");
  for (const suggestion of suggestions) {
    const [, replaced, query] = suggestion.pattern.exec(text) ?? [];
    if (replaced !== undefined) return { suggestion, from: pos - replaced.length, query: query ?? "" };
  }
  return undefined;
}

/** Removes what was typed and runs the command of an option, as one step of the history. */
export function insertOption(view: EditorView, from: number, { insert }: Option): void {
  const { state } = view;
  const tr = closeHistory(state.tr.delete(from, state.selection.from));
  const cleared = state.apply(tr);
  let inserted: Transaction | undefined;
  insert(
    cleared,
    (next) => {
      inserted = next;
    },
    view,
  );
  view.dispatch(inserted ? merge(tr, inserted) : tr);
  view.focus();
}

/** Adds what a transaction does to the one before it. */
function merge(tr: Transaction, next: Transaction): Transaction {
  for (const step of next.steps) tr.step(step);
  tr.setSelection(next.selection.getBookmark().resolve(tr.doc));
  if (next.storedMarks) tr.setStoredMarks(next.storedMarks);
  return tr.scrollIntoView();
}
