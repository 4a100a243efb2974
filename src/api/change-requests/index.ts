export {
  type ChangeRequestParams,
  type OnChangeRequest,
  onChangeRequest,
  onLivingChangeRequest,
  readChangeRequest,
} from "./access.ts";
export {
  type ChangeRequestHead,
  moveChangeRequestHead,
  readChangeRequestHead,
  requireUnfinished,
} from "./head.ts";
export { pathOf, presentChangeRequest } from "./present.ts";
export { changeRequests } from "./routes.ts";
export { ChangeRequest } from "./schema.ts";
export { addContribution, type ChangeRequestRow, findChangeRequest, findMergedTo } from "./store.ts";
export { updateChangeRequest } from "./update-change-request.ts";
