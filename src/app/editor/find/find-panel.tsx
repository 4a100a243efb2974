import { faChevronDown, faChevronUp, faXmark } from "@fortawesome/free-solid-svg-icons";
import { useEffect, useRef, useState } from "preact/hooks";
import { closeHistory } from "prosemirror-history";
import { TextSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { Button, IconButton } from "../../parts/button.tsx";
import { words } from "../../words/index.ts";
import { onViewUpdate } from "../view/view-updates.ts";
import { setHighlights } from "./highlights.ts";
import { findMatches, type Match } from "./matches.ts";

const texts = words.editorMenus.find;
/** How long the text must be unchanged before it is searched again, in milliseconds. */
const pause = 200;

interface FindPanelProps {
  readonly view: EditorView;
  readonly initial: string;
  readonly onClose: () => void;
}

/** Finds a text in the page and replaces it. */
export function FindPanel({ view, initial, onClose }: FindPanelProps) {
  const [query, setQuery] = useState(initial);
  const [replacement, setReplacement] = useState("");
  const [matchesCase, setMatchesCase] = useState(false);
  const [isWholeWord, setWholeWord] = useState(false);
  const [found, setFound] = useState<{ matches: readonly Match[]; current: number }>({
    matches: [],
    current: 0,
  });
  const field = useRef<HTMLInputElement>(null);
  const { matches, current } = found;

  const show = (next: readonly Match[], index: number) => {
    setFound({ matches: next, current: index });
    const { tr } = view.state;
    const match = next[index];
    if (match) tr.setSelection(TextSelection.create(tr.doc, match.from, match.to)).scrollIntoView();
    view.dispatch(setHighlights(tr, next, index));
  };
  /** Searches again. The current match is the first at or behind a position. */
  const search = (from: number) => {
    const next = findMatches(view.state.doc, { query, matchesCase, isWholeWord });
    const index = next.findIndex((match) => match.from >= from);
    show(next, Math.max(0, index));
  };
  const step = (by: number) => {
    if (matches.length > 0) show(matches, (current + by + matches.length) % matches.length);
  };
  const replace = () => {
    const match = matches[current];
    if (match === undefined) return;
    view.dispatch(closeHistory(view.state.tr.insertText(replacement, match.from, match.to)));
    search(match.from + replacement.length);
    // The button may be disabled now.
    field.current?.focus();
  };
  const replaceAll = () => {
    const tr = closeHistory(view.state.tr);
    for (const { from, to } of matches.toReversed()) tr.insertText(replacement, from, to);
    view.dispatch(tr);
    search(0);
    field.current?.focus();
  };

  useEffect(() => {
    field.current?.select();
    return () => {
      if (!view.isDestroyed) view.dispatch(setHighlights(view.state.tr, [], 0));
    };
  }, []);
  useEffect(() => search(view.state.selection.from), [query, matchesCase, isWholeWord]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onViewUpdate(view, (_, before) => {
      if (before.doc === view.state.doc || !view.hasFocus()) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        const next = findMatches(view.state.doc, { query, matchesCase, isWholeWord });
        setFound({ matches: next, current: 0 });
        view.dispatch(setHighlights(view.state.tr, next, -1));
      }, pause);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [query, matchesCase, isWholeWord]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (event.key === "Escape") {
      event.stopPropagation();
      onClose();
    }
    const isNext = event.key === "Enter" && event.target === field.current;
    if (isNext || event.key === "F3") {
      event.preventDefault();
      step(event.shiftKey ? -1 : 1);
    }
  };
  const count =
    query === "" ? "" : matches.length === 0 ? texts.none : texts.count(current + 1, matches.length);
  return (
    <search class="find-panel" aria-label={texts.label} onKeyDown={onKeyDown}>
      <div class="find-row">
        <input
          ref={field}
          class="input"
          type="text"
          autofocus
          aria-label={texts.find}
          placeholder={texts.find}
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        <IconButton icon={faChevronUp} label={texts.previous} onClick={() => step(-1)} />
        <IconButton icon={faChevronDown} label={texts.next} onClick={() => step(1)} />
        <IconButton icon={faXmark} label={words.common.close} onClick={onClose} />
      </div>
      <div class="find-row">
        <input
          class="input"
          type="text"
          aria-label={texts.replacement}
          placeholder={texts.replacement}
          value={replacement}
          onInput={(event) => setReplacement(event.currentTarget.value)}
        />
        <Button disabled={matches.length === 0} onClick={replace}>
          {texts.replace}
        </Button>
        <Button disabled={matches.length === 0} onClick={replaceAll}>
          {texts.replaceAll}
        </Button>
      </div>
      <div class="find-row">
        <label>
          <input
            type="checkbox"
            checked={matchesCase}
            onChange={(event) => setMatchesCase(event.currentTarget.checked)}
          />{" "}
          {texts.matchCase}
        </label>
        <label>
          <input
            type="checkbox"
            checked={isWholeWord}
            onChange={(event) => setWholeWord(event.currentTarget.checked)}
          />{" "}
          {texts.wholeWord}
        </label>
        <span class="find-count" role="status">
          {count}
        </span>
      </div>
    </search>
  );
}
