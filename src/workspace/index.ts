// The workspace as browsers get it: its page and its assets. The scripts themselves are in src/app.
export { serveWorkspace } from "./serve-workspace.ts";
