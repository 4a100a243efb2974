import { signal } from "@preact/signals";
import { base } from "./base.ts";

/** A place in the workspace: the path below `/app`, the query and the fragment. */
export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly hash: string;
}

const root = `${base}/app`;

function readPlace(): Place {
  const path = location.pathname.slice(root.length).replace(/(?<!\/)\/+$/, "");
  return { path: path || "/", query: new URLSearchParams(location.search), hash: location.hash.slice(1) };
}

export const place = signal<Place>(readPlace());

/** The URL of a path below `/app`. */
export function urlOf(path: string): string {
  return root + (path === "/" ? "" : path);
}

/** The path below `/app` of a URL of the workspace, such as `urls.app` of an object; undefined for other URLs. */
export function pathOfUrl(url: string): string | undefined {
  const { origin, pathname, search, hash } = new URL(url, location.href);
  if (origin !== location.origin) return undefined;
  if (pathname !== root && !pathname.startsWith(`${root}/`)) return undefined;
  return (pathname.slice(root.length) || "/") + search + hash;
}

/** The forms with text that is not saved yet, and the question to ask before it is lost. */
const unsaved = new Map<object, string>();

/** Asks before the place is left, until the result is called. */
export function askBeforeLeaving(question: string): () => void {
  const form = {};
  unsaved.set(form, question);
  return () => unsaved.delete(form);
}

/** Asks whether unsaved text may be lost. */
function mayLeave(): boolean {
  const [question] = unsaved.values();
  if (question === undefined) return true;
  if (!window.confirm(question)) return false;
  unsaved.clear();
  return true;
}

export function navigate(path: string, { replace = false } = {}): void {
  const isSameScreen = path.split(/[?#]/, 1)[0] === place.peek().path;
  if (!isSameScreen && !mayLeave()) return;
  const url = urlOf(path);
  // As browsers do, a link to the place itself adds no step for Back.
  if (replace || url === location.pathname + location.search + location.hash)
    history.replaceState(null, "", url);
  else history.pushState(null, "", url);
  place.value = readPlace();
  // A part of the same screen is scrolled to by what shows it.
  if (!replace && !(isSameScreen && path.includes("#"))) scrollTo(0, 0);
}

/** Changes parameters of the query in place; an empty value removes one. */
export function setQuery(changes: Readonly<Record<string, string>>): void {
  const query = new URLSearchParams(place.value.query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === "") query.delete(name);
    else query.set(name, value);
  }
  const { path } = place.value;
  navigate(query.size > 0 ? `${path}?${query}` : path, { replace: true });
}

addEventListener("popstate", () => {
  const { path, query, hash } = place.peek();
  if (readPlace().path !== path && !mayLeave()) {
    // The browser has left the place already.
    history.pushState(null, "", urlOf(path) + (query.size > 0 ? `?${query}` : "") + (hash && `#${hash}`));
    return;
  }
  place.value = readPlace();
});

addEventListener("beforeunload", (event) => {
  if (unsaved.size > 0) event.preventDefault();
});

/** Links to places in the workspace change the screen without loading the page again. */
document.addEventListener("click", (event) => {
  // Documents are in shadow roots, of which the event has only the host as its target.
  const [target] = event.composedPath();
  const link = target instanceof Element ? target.closest("a") : null;
  if (link === null || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.target !== "" || link.hasAttribute("download")) return;
  const path = pathOfUrl(link.href);
  if (path === undefined || path.startsWith("/assets/")) return;
  event.preventDefault();
  navigate(path);
});
