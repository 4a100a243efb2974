import { signal } from "@preact/signals";
import { Plugin, PluginKey, type Transaction } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { contextOf } from "../view/editor-context.ts";
import {
  findTyped,
  insertOption,
  type Option,
  type Suggestion,
  type SuggestionGroup,
  type Typed,
} from "./suggestion.ts";
import { SuggestionList } from "./suggestion-list.tsx";

interface MenuState {
  readonly typed?: Typed | undefined;
  /** The place of a list that was closed with Escape. It stays closed. */
  readonly dismissed?: number | undefined;
}

const key = new PluginKey<MenuState>("suggestions");

/** Opens lists as one types: blocks after a slash, emoji after a colon. */
export function suggestionMenu(suggestions: readonly Suggestion[]): Plugin {
  const menus = new WeakMap<EditorView, SuggestionMenu>();
  return new Plugin<MenuState>({
    key,
    state: {
      init: () => ({}),
      apply: (tr, before, _, state) => {
        if (tr.getMeta(key) === "close") return { dismissed: before.typed?.from };
        if (before.typed === undefined && !isTyping(tr)) return before.dismissed === undefined ? before : {};
        if (!tr.docChanged && !tr.selectionSet) return before;
        const typed = findTyped(state, suggestions);
        const dismissed = before.dismissed === undefined ? undefined : tr.mapping.map(before.dismissed, -1);
        return typed !== undefined && typed.from === dismissed ? { dismissed } : { typed };
      },
    },
    props: {
      handleKeyDown: (view, event) => menus.get(view)?.handleKey(event) ?? false,
      handleDOMEvents: { blur: (view) => void menus.get(view)?.close() },
    },
    view: (view) => {
      const menu = new SuggestionMenu(view);
      menus.set(view, menu);
      return { update: () => menu.update(), destroy: () => menu.hide() };
    },
  });
}

/** Whether a transaction may be typed text, rather than undone, pasted, dropped or of somebody else. */
function isTyping(tr: Transaction): boolean {
  const isOwn = tr.getMeta("addToHistory") !== false && tr.getMeta("history$") === undefined;
  return tr.docChanged && isOwn && tr.getMeta("uiEvent") === undefined;
}

/** The open list of an editor. */
class SuggestionMenu {
  readonly #view: EditorView;
  #typed: Typed | undefined;
  readonly groups = signal<readonly SuggestionGroup[] | undefined>(undefined);
  readonly active = signal(0);

  constructor(view: EditorView) {
    this.#view = view;
  }

  get #options(): readonly Option[] {
    return this.groups.peek()?.flatMap(({ options }) => options) ?? [];
  }

  update(): void {
    const typed = key.getState(this.#view.state)?.typed;
    const before = this.#typed;
    this.#typed = typed;
    if (typed === undefined) this.hide();
    else if (typed.query !== before?.query || typed.suggestion !== before.suggestion) this.#load(typed);
  }

  #load(typed: Typed): void {
    const found = typed.suggestion.find(typed.query, this.#view);
    if (!(found instanceof Promise)) this.#show(typed, found);
    else
      found.then(
        (groups) => this.#typed === typed && this.#show(typed, groups),
        () => this.#typed === typed && this.close(),
      );
  }

  #show(typed: Typed, groups: readonly SuggestionGroup[]): void {
    const { suggestion, query } = typed;
    const isEmpty = groups.every(({ options }) => options.length === 0);
    // A sentence that begins with a slash is not a search.
    if (isEmpty && (suggestion.emptyText === undefined || /\s/.test(query))) {
      this.hide();
      return;
    }
    this.active.value = 0;
    this.groups.value = groups;
    contextOf(this.#view.state).overlays.open("suggestions", {
      anchor: () => this.#anchor(),
      content: () => (
        <SuggestionList
          key={suggestion.name}
          label={suggestion.label}
          emptyText={suggestion.emptyText ?? ""}
          groups={this.groups}
          active={this.active}
          textbox={this.#view.dom}
          onPick={(option) => this.#pick(option)}
        />
      ),
    });
  }

  #anchor(): DOMRect | undefined {
    const typed = this.#typed;
    if (typed === undefined || this.#view.isDestroyed) return undefined;
    const { left, top, bottom } = this.#view.coordsAtPos(typed.from);
    return new DOMRect(left, top, 0, bottom - top);
  }

  hide(): void {
    if (this.groups.peek() === undefined) return;
    this.groups.value = undefined;
    contextOf(this.#view.state).overlays.close("suggestions");
  }

  /** Closes the list. What was typed stays. */
  close(): void {
    if (this.#typed !== undefined) this.#view.dispatch(this.#view.state.tr.setMeta(key, "close"));
  }

  #pick(option: Option): void {
    const typed = this.#typed;
    if (typed !== undefined) insertOption(this.#view, typed.from, option);
    this.close();
  }

  handleKey({ key: name, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    if (this.groups.peek() === undefined || shiftKey || ctrlKey || metaKey || altKey) return false;
    if (name === "Escape") {
      this.close();
      return true;
    }
    const options = this.#options;
    const active = this.active.peek();
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: Math.min(active + 8, options.length - 1),
      PageUp: Math.max(active - 8, 0),
    };
    const target = moves[name];
    const option = options[active];
    if (option === undefined) return false;
    if (target !== undefined) this.active.value = (target + options.length) % options.length;
    else if (name === "Enter" || name === "Tab") this.#pick(option);
    else return false;
    return true;
  }
}
