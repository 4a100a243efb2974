import type { ChangeRequest } from "./api-types.ts";
import { useQuery } from "./queries.ts";

/** The numbers of conflicts with the primary content. A merged change request has none. */
export function useConflictCount({ space, id, status }: ChangeRequest) {
  const params = status === "merged" ? undefined : { spaceId: space, changeRequestId: id };
  const route = "GET /spaces/:spaceId/change-requests/:changeRequestId/conflicts";
  return useQuery(route, params, { limit: 1 }).data;
}
