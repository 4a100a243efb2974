// The HTTP API: all operations, in groups.
export { operationGroups } from "./operation-groups.ts";
