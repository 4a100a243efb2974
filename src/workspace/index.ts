// The workspace as browsers get it: its page, its assets, and pages as HTML. The scripts themselves are in src/app.
export { operationGroups } from "./operation-groups.ts";
export { serveWorkspace } from "./serve-workspace.ts";
