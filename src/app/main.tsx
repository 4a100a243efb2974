import { render } from "preact";
import { reloadOnRestart } from "./data/watch.ts";
import { base } from "./navigation/base.ts";
import { keepPlace, returnToKeptPlace } from "./navigation/kept-place.ts";
import { Workspace } from "./workspace.tsx";

start();

/** Shows the workspace, or leads to the sign-in page. */
function start(): void {
  const root = document.getElementById("app");
  if (root === null) return;
  if (document.documentElement.dataset.signedIn === undefined) {
    keepPlace();
    location.replace(`${base}/auth/sign-in`);
    return;
  }
  if (document.documentElement.dataset.watch !== undefined) reloadOnRestart();
  returnToKeptPlace();
  root.replaceChildren();
  render(<Workspace />, root);
}
