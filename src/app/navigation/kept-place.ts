import { navigate, pathOfUrl } from "./router.ts";

/** The place to return to after signing in, wherever that leads in between. It is kept for this tab only. */
const key = "lectern.return-to";

export function keepPlace(): void {
  try {
    sessionStorage.setItem(key, location.href);
  } catch {
    // Without storage, signing in leads to the start.
  }
}

/** Returns to the kept place, if the workspace was opened at its start. */
export function returnToKeptPlace(): void {
  try {
    const url = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    const path = url === null ? undefined : pathOfUrl(url);
    if (path !== undefined && pathOfUrl(location.href) === "/") navigate(path, { replace: true });
  } catch {
    // There is no storage.
  }
}
