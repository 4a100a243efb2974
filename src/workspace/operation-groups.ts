import type { OperationGroup } from "../api/http/index.ts";
import { operationGroups as apiGroups } from "../api/index.ts";
import { conflicts } from "./conflicts/index.ts";
import { pageChanges } from "./page-changes/index.ts";
import { pageHtml } from "./page-html/index.ts";

/** All operations that the server has: those of `api/`, and those that need the writer of published sites. */
export const operationGroups: readonly OperationGroup[] = [...apiGroups, pageHtml, pageChanges, conflicts];
