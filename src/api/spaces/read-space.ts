import { notFound } from "../../platform/index.ts";
import type { Call } from "../http/index.ts";
import { presentSpaceTo, viewerOf } from "./present.ts";
import type { Space } from "./schema.ts";
import { findSpaceFor } from "./store.ts";

/** The space as the caller sees it now. */
export async function readSpace({ context, caller }: Call, id: string): Promise<Space> {
  const found = await findSpaceFor(context.database.read, id, caller.userId);
  if (found === undefined) throw notFound("Space");
  return presentSpaceTo(context, found.row, found.role, viewerOf(found.member));
}
