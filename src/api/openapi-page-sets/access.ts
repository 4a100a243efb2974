import type { Role } from "../../identity/roles/index.ts";
import { notFound, requireFound } from "../../platform/index.ts";
import { type Access, type Call, refineAccess } from "../http/index.ts";
import { requireLibraryItemRole } from "../library-items/index.ts";
import { onSpec, type SpecRow } from "../openapi-specs/index.ts";
import { findSpaceForUser, isSpaceAvailable, type SpaceRow } from "../spaces/index.ts";
import { findPageSet, type PageSetRow } from "./store.ts";

interface PageSetParams {
  readonly organizationId: string;
  readonly specSlug: string;
  readonly pageSetId: string;
}

interface OnPageSet {
  readonly spec: SpecRow;
  readonly pageSet: PageSetRow;
  readonly space: SpaceRow;
  /** The caller's role on the space. */
  readonly spaceRole: Role;
}

/** The page set in the path, for members of the organization with at least this role on the space. */
export function onPageSet(needed: Role): Access<OnPageSet, PageSetParams> {
  const access = refineAccess(
    onSpec("read"),
    async ({ spec }, { context, caller, params }: Call<PageSetParams>) => {
      const { read } = context.database;
      const pageSet = requireFound(await findPageSet(read, spec, params.pageSetId), resource);
      const found = await findSpaceForUser(read, pageSet.space_id, caller.userId);
      const isVisible = found?.role && isSpaceAvailable(context, found.row, found.role);
      if (found === undefined || !isVisible) throw notFound(resource);
      return {
        spec,
        pageSet,
        space: found.row,
        spaceRole: requireLibraryItemRole(found.role, needed, "space"),
      };
    },
  );
  return {
    ...access,
    rule: `Organization role \`read\` or above, and role \`${needed}\` or above on the space`,
  };
}

const resource = "OpenAPI page set";
