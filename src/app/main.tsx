import { render } from "preact";
import { base } from "./navigation/base.ts";
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
    const next = location.pathname + location.search + location.hash;
    location.replace(`${base}/auth/sign-in?next=${encodeURIComponent(next)}`);
    return;
  }
  root.replaceChildren();
  render(<Workspace />, root);
}
