import { currentActions } from "./actions.ts";
import { showFailure } from "./toasts.ts";

/** How long the next key of a shortcut may take, in milliseconds. */
const pause = 1_500;

/** What pressed keys mean: a shortcut, the beginning of one, or nothing. */
export function matchKeys<T extends { readonly shortcut?: string }>(
  pressed: readonly string[],
  candidates: readonly T[],
): T | "begun" | undefined {
  const keys = pressed.join(" ");
  const exact = candidates.find(({ shortcut }) => shortcut === keys);
  if (exact !== undefined) return exact;
  return candidates.some(({ shortcut }) => shortcut?.startsWith(`${keys} `)) ? "begun" : undefined;
}

let pressed: readonly string[] = [];
let lastPress = 0;

/** Runs the action whose shortcut is typed. Keys that are typed into a field, a menu or a dialog are left alone. */
export function handleShortcut(event: KeyboardEvent): void {
  const { key } = event;
  if (event.defaultPrevented || event.isComposing || event.repeat || key.length !== 1) return;
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const isNext = event.timeStamp - lastPress < pause;
  lastPress = event.timeStamp;
  const actions = currentActions();
  for (const keys of isNext ? [[...pressed, key], [key]] : [[key]]) {
    const match = matchKeys(keys, actions);
    if (match === undefined) continue;
    event.preventDefault();
    pressed = match === "begun" ? keys : [];
    if (match === "begun") return;
    const result = match.run();
    if (result instanceof Promise) result.catch(showFailure);
    return;
  }
  pressed = [];
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || document.querySelector("dialog[open]") !== null) return true;
  return target.closest("input, textarea, select, [role=menu], [role=tree], [role=listbox]") !== null;
}

export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
