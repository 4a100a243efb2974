import { signal } from "@preact/signals";
import { base } from "../navigation/base.ts";

export type Theme = "system" | "light" | "dark";

const root = document.documentElement;
const initial = root.dataset.theme;

/** The chosen theme. The server reads it from a cookie, so that the first paint has it. */
export const theme = signal<Theme>(initial === "light" || initial === "dark" ? initial : "system");

export function setTheme(choice: Theme): void {
  theme.value = choice;
  const path = `${base}/app`;
  if (choice === "system") {
    delete root.dataset.theme;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers.
    document.cookie = `lectern_theme=; path=${path}; max-age=0; samesite=lax`;
    return;
  }
  root.dataset.theme = choice;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers.
  document.cookie = `lectern_theme=${choice}; path=${path}; max-age=31536000; samesite=lax`;
}
