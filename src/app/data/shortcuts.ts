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

/** The keys pressed so far that mean something with the next one, and what they mean. */
function findMatch({ key, timeStamp }: KeyboardEvent) {
  const actions = currentActions();
  const isNext = timeStamp - lastPress < pause;
  for (const keys of isNext ? [[...pressed, key], [key]] : [[key]]) {
    const match = matchKeys(keys, actions);
    if (match !== undefined) return { keys, match };
  }
  return undefined;
}

/** Whether a key belongs to a shortcut, so that a tree does not look for a row that begins with it. */
export function isShortcutKey(event: KeyboardEvent): boolean {
  return event.key.length === 1 && findMatch(event) !== undefined;
}

/** Runs the action whose shortcut is typed. Keys that are typed into a field, a menu or a dialog are left alone. */
export function handleShortcut(event: KeyboardEvent): void {
  const { key } = event;
  if (event.defaultPrevented || event.isComposing || event.repeat || key.length !== 1) return;
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.composedPath()[0])) return;
  const found = findMatch(event);
  lastPress = event.timeStamp;
  pressed = found?.match === "begun" ? found.keys : [];
  if (found === undefined) return;
  event.preventDefault();
  if (found.match === "begun") return;
  const result = found.match.run();
  if (result instanceof Promise) result.catch(showFailure);
}

/** Whether keys that are pressed there are text, or belong to a menu or a dialog. */
export function isTyping(target: EventTarget | null | undefined): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || document.querySelector("dialog[open]") !== null) return true;
  return target.closest("input, textarea, select, [role=menu], [role=listbox]") !== null;
}

export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
