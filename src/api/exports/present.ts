import type { Context } from "../http/index.ts";
import { isExportable } from "./access.ts";
import type { Export } from "./schema.ts";
import { exportUrl } from "./serve-exports.ts";
import type { ExportRow } from "./store.ts";

/** Presents an export; with the URL of its file for as long as its content may be read. */
export async function presentExport(context: Context, row: ExportRow): Promise<Export> {
  const result = row.result === null ? undefined : JSON.parse(row.result);
  return {
    ...{ object: "export" as const, id: row.id, format: row.format, status: row.status },
    ...(row.space_id !== null && { space: row.space_id }),
    ...(row.change_request_id !== null && { changeRequest: row.change_request_id }),
    ...(row.page_id !== null && { page: row.page_id }),
    ...(row.site_id !== null && { site: row.site_id }),
    ...{ createdAt: row.created_at, expiresAt: row.expires_at },
    ...(row.ended_at !== null && { endedAt: row.ended_at }),
    ...(row.progress !== null && { progress: JSON.parse(row.progress) }),
    ...(row.error !== null && { reason: JSON.parse(row.error).message }),
    ...(result && { result }),
    ...(row.file_id !== null &&
      result &&
      (await isExportable(context, row)) && { url: exportUrl(context, row.file_id, result.name) }),
    urls: { location: context.urls.api(`/orgs/${row.organization_id}/exports/${row.id}`) },
  };
}
