import type { Reply } from "./api.ts";
import type { ImportRun } from "./api-types.ts";
import { useList, useQuery } from "./queries.ts";
import { useRefreshWhile } from "./refresh-while.ts";

export type ListedRun = Reply<"GET /org/:organizationId/imports">["items"][number];

export function isActive({ status }: Pick<ImportRun, "status">): boolean {
  return status === "pending" || status === "in-progress";
}

/** An import, which is watched while it runs. */
export function useImportRun(organizationId: string, importRunId: string | undefined) {
  const params = importRunId === undefined ? undefined : { organizationId, importRunId };
  const run = useQuery("GET /org/:organizationId/imports/:importRunId", params);
  const isRunning = run.data !== undefined && isActive(run.data);
  useRefreshWhile(isRunning, `/org/${organizationId}/imports/${importRunId}`);
  return run;
}

/** The imports of an organization that wait or run. */
export function useActiveImports(organizationId: string | undefined): readonly ListedRun[] {
  const params = organizationId === undefined ? undefined : { organizationId };
  const { data = [] } = useList("GET /org/:organizationId/imports", params, { status: "active", limit: 20 });
  useRefreshWhile(data.length > 0, `/org/${organizationId}/imports`);
  return data;
}
