import { words } from "../words/index.ts";
import { ApiError } from "./api.ts";

/** Copies a text. Browsers offer their clipboard on secure origins only: on others, the text is selected and copied as by a key. */
export async function copyText(text: string): Promise<void> {
  try {
    if (navigator.clipboard !== undefined) return await navigator.clipboard.writeText(text);
  } catch {
    // The permission is missing, which the command of the browser does not need.
  }
  if (!copySelected(text)) throw new ApiError(0, words.common.copyFailed);
}

function copySelected(text: string): boolean {
  const focused = deepestFocus();
  const field = document.createElement("textarea");
  field.className = "hidden-text";
  field.readOnly = true;
  field.style.whiteSpace = "pre";
  field.value = text;
  // Outside of an open dialog nothing can be selected.
  (document.activeElement?.closest("dialog") ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  focused?.focus({ preventScroll: true });
  return isCopied;
}

/** The focused element, also in a shadow root. */
function deepestFocus(): HTMLElement | undefined {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element instanceof HTMLElement ? element : undefined;
}
