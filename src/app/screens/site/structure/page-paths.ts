import { call } from "../../../data/api.ts";
import type { Page } from "../../../data/api-types.ts";

/** The paths of the documents of a space, in order. The first one is also at the address of the space. */
export async function loadPagePaths(spaceId: string): Promise<string[]> {
  const { pages } = await call("GET /spaces/:spaceId/content/pages", { spaceId });
  const paths: string[] = [];
  const pending = pages.toReversed();
  for (let page = pending.pop(); page !== undefined; page = pending.pop()) {
    if (page.type === "document" && page.path) paths.push(page.path);
    pending.push(...((page.pages ?? []) as Page[]).toReversed());
  }
  return paths;
}
