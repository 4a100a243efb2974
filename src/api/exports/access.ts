import { resolveLibraryItemRoles } from "../../identity/roles/index.ts";
import { conflict, forbidden, LecternError } from "../../platform/index.ts";
import { onActiveChangeRequest } from "../change-requests/index.ts";
import { callOfTicket } from "../files/index.ts";
import type { Context } from "../http/index.ts";
import { type OnSite, onSite } from "../sites/index.ts";
import { onActiveSpace } from "../spaces/index.ts";
import type { ExportRow } from "./store.ts";

/** Refuses a copy of a site that not everybody may read to callers who may not read all of its spaces. */
export async function requireReadable({ database }: Context, { site, member }: OnSite): Promise<void> {
  const isOpen = site.published === 1 && ["public", "unlisted"].includes(site.visibility);
  if (isOpen) return;
  const spaces = await database.read
    .selectFrom("site_spaces")
    .where("site_id", "=", site.id)
    .select("space_id")
    .distinct()
    .execute();
  const ids = spaces.map(({ space_id }) => space_id);
  const roles = await resolveLibraryItemRoles(database.read, member, ids);
  if (ids.some((id) => !roles.has(id)))
    throw forbidden("This needs the role read or above on all spaces of the site");
}

/** The name of the file, if the one who started the export may still read what it contains. */
export async function requireExportable(context: Context, row: ExportRow): Promise<string> {
  const { organization_id: organizationId, site_id: siteId, space_id: spaceId } = row;
  const callWith = <Params>(params: Params) => callOfTicket(context, "export", params, row.created_by);
  if (siteId !== null) {
    const found = await onSite("read").resolve(callWith({ organizationId, siteId }));
    await requireReadable(context, found);
    return zipName(found.site.title);
  }
  if (spaceId === null) throw conflict("There is nothing to export");
  if (row.change_request_id === null)
    return zipName((await onActiveSpace("read").resolve(callWith({ spaceId }))).space.title);
  const params = { spaceId, changeRequestId: row.change_request_id };
  const { space, changeRequest } = await onActiveChangeRequest("read").resolve(callWith(params));
  return zipName(`${space.title} ${changeRequest.number}`);
}

function zipName(title: string): string {
  return `${
    title
      .replace(/[\\/:*?"<>|\p{C}]+/gu, "-")
      .trim()
      .slice(0, 80) || "export"
  }.zip`;
}

/** Whether the one who started an export may still read what it contains. */
export async function isExportable(context: Context, row: ExportRow): Promise<boolean> {
  try {
    await requireExportable(context, row);
    return true;
  } catch (error) {
    if (error instanceof LecternError) return false;
    throw error;
  }
}
