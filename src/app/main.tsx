import { render } from "preact";
import { base } from "./navigation/base.ts";
import { keepPlace, returnToKeptPlace } from "./navigation/kept-place.ts";
import { Workspace } from "./workspace.tsx";

await start();

/** Shows the workspace, or leads to the sign-in page. */
async function start(): Promise<void> {
  const root = document.getElementById("app");
  if (root === null) return;
  const reply = await fetch(`${base}/v1/user`, { headers: { accept: "application/json" } }).catch(
    () => undefined,
  );
  if (reply?.status === 401) {
    keepPlace();
    location.replace(`${base}/auth/sign-in`);
    return;
  }
  returnToKeptPlace();
  root.replaceChildren();
  render(<Workspace />, root);
}
