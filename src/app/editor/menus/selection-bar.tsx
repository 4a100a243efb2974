import { signal } from "@preact/signals";
import { AllSelection, Plugin, TextSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { lazy } from "../../parts/lazy.tsx";
import { kinds } from "../all-kinds.ts";
import { contextOf } from "../view/editor-context.ts";
import { rectOf } from "../view/ranges.ts";

const name = "format";
const FormatBar = lazy(async () => (await import("../on-demand.ts")).FormatBar);

/** Shows the bar over selected text. */
export function selectionBar(): Plugin {
  const bars = new WeakMap<EditorView, Bar>();
  return new Plugin({
    props: {
      handleKeyDown: (view, event) => {
        const isCalled = event.altKey && event.key === "F10";
        if (isCalled) bars.get(view)?.focus();
        return isCalled;
      },
      handleDOMEvents: {
        mousedown: (view) => void bars.get(view)?.press(),
        focus: (view) => void bars.get(view)?.update(),
        blur: (view) => void bars.get(view)?.leave(),
      },
    },
    view: (view) => {
      const bar = new Bar(view);
      bars.set(view, bar);
      return { update: () => bar.update(), destroy: () => bar.close() };
    },
  });
}

class Bar {
  readonly #view: EditorView;
  #isShown = false;
  /** Whether a mouse is selecting. */
  #isPressed = false;
  /** Whether it was called by a key, and stays until it is left. */
  #isCalled = false;
  readonly #state;

  constructor(view: EditorView) {
    this.#view = view;
    this.#state = signal(view.state);
  }

  update(): void {
    const { state } = this.#view;
    const { selection } = state;
    const isText =
      (selection instanceof TextSelection || selection instanceof AllSelection) &&
      !selection.$from.parent.type.spec.code &&
      (!selection.empty || this.#isCalled) &&
      (this.#view.hasFocus() || this.#isShown);
    if (!isText || this.#isPressed || !this.#view.editable) {
      this.close();
      return;
    }
    this.#state.value = state;
    if (this.#isShown) return;
    this.#isShown = true;
    contextOf(state).overlays.open(name, {
      anchor: () => this.#anchor(),
      // The menu of a touch screen is above the selection.
      isAbove: !matchMedia("(pointer: coarse)").matches,
      content: () => (
        <FormatBar
          view={this.#view}
          state={this.#state}
          tools={kinds.flatMap(({ tools = [] }) => tools)}
          onLeave={() => this.#return()}
          onBlur={() => this.leave()}
        />
      ),
    });
  }

  #anchor(): DOMRect | undefined {
    if (this.#view.isDestroyed) return undefined;
    const { from, to } = this.#view.state.selection;
    const rect = rectOf(this.#view, from, to);
    if (rect === undefined || rect.bottom < 0 || rect.top > innerHeight) return undefined;
    // A selection that begins above the window has the bar at its upper edge.
    const top = Math.max(rect.top, 48);
    return new DOMRect(rect.left, top, rect.width, Math.max(0, rect.bottom - top));
  }

  press(): void {
    this.#isPressed = true;
    this.#isCalled = false;
    const release = () => {
      this.#isPressed = false;
      // The browser sets the selection after this event.
      setTimeout(() => !this.#view.isDestroyed && this.update());
    };
    addEventListener("mouseup", release, { once: true, capture: true });
  }

  focus(): void {
    this.#isCalled = true;
    this.update();
    requestAnimationFrame(() => toolbar()?.querySelector<HTMLElement>('[tabindex="0"]')?.focus());
  }

  /** Closes the bar if the focus is neither in the text nor in the bar. */
  leave(): void {
    setTimeout(() => {
      if (this.#view.isDestroyed || this.#view.hasFocus()) return;
      if (!toolbar()?.contains(document.activeElement)) this.close();
    });
  }

  #return(): void {
    this.#isCalled = false;
    this.#view.focus();
    this.update();
  }

  close(): void {
    this.#isCalled = false;
    if (!this.#isShown) return;
    this.#isShown = false;
    contextOf(this.#view.state).overlays.close(name);
  }
}

function toolbar(): Element | null {
  return document.querySelector(".format-bar");
}
