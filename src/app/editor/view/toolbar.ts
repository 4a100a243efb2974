import type { IconDefinition } from "@fortawesome/free-solid-svg-icons";
import { type Command, NodeSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { element, iconElement } from "./elements.ts";

export interface Tool {
  readonly label: string;
  readonly icon?: IconDefinition;
  /** Shown in place of the icon. */
  readonly text?: string;
  /** Whether it is on, for what can be switched. */
  readonly isPressed?: boolean;
  readonly run: (button: HTMLButtonElement) => unknown;
}

/** A button in the document. */
export function toolButton({ label, icon, text, isPressed, run }: Tool): HTMLButtonElement {
  const button = element("button", { type: "button", className: "tool", ariaLabel: label, title: label });
  if (icon) button.append(iconElement(icon));
  if (text !== undefined) button.append(text);
  if (isPressed !== undefined) button.ariaPressed = String(isPressed);
  // The selection of the document stays as it is.
  button.addEventListener("mousedown", (event) => event.preventDefault());
  button.addEventListener("click", (event) => {
    event.preventDefault();
    run(button);
  });
  return button;
}

/** The tools of a block. They are shown while the block is selected, pointed at, or focused. */
export function toolbar(label: string, tools: readonly Tool[]): HTMLElement {
  const all = tools.map(toolButton);
  // Tab reaches the first one, arrow keys the others.
  for (const button of all.slice(1)) button.tabIndex = -1;
  const dom = element("div", { className: "tools", contentEditable: "false" }, ...all);
  dom.role = "toolbar";
  dom.ariaLabel = label;
  dom.addEventListener("keydown", (event) => {
    const index = all.indexOf(event.target as HTMLButtonElement);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step !== undefined) all.at((index + step) % all.length)?.focus();
    if (step !== undefined) event.preventDefault();
  });
  return dom;
}

/** Whether an event happens in controls of a block, where the editor must not handle it. */
export function isInControls(event: Event): boolean {
  const { target } = event;
  return (
    target instanceof Element &&
    target.closest("button, input, select, textarea, [role=slider], .settle, .tools, .upload") !== null
  );
}

/** Selects a block when what is shown of it is clicked. */
export function selectByClick(shown: HTMLElement, view: EditorView, getPos: () => number | undefined): void {
  // A further click would select what the browser finds at the pointer.
  shown.addEventListener("mousedown", (event) => {
    const { selection } = view.state;
    const isSelected = selection instanceof NodeSelection && selection.from === getPos();
    if (isSelected && !isInControls(event)) event.preventDefault();
  });
  shown.addEventListener("click", (event) => {
    const position = getPos();
    if (position === undefined || isInControls(event)) return;
    const { tr } = view.state;
    view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, position)));
    view.focus();
  });
}

/** Moves the focus to the tools of the block of the selection. Escape leaves them. */
export const focusTools: Command = (state, dispatch, view) => {
  const { $from, from } = state.selection;
  for (let depth = $from.depth; depth >= 0; depth--) {
    const position = depth === $from.depth ? from : undefined;
    for (const at of [position, depth > 0 ? $from.before(depth) : undefined]) {
      const dom = at === undefined ? undefined : view?.nodeDOM(at);
      const button = dom instanceof Element ? dom.querySelector<HTMLElement>(".tools button") : null;
      if (!button) continue;
      if (dispatch) button.focus();
      return true;
    }
  }
  return false;
};
