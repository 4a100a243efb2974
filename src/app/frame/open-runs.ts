import type { Organization } from "../data/api-types.ts";
import type { ExportSource } from "./export-dialog.tsx";
import type { ImportOptions, ImportTarget } from "./import-dialog.tsx";

/** Asks for a source and starts an import. The dialog is loaded when it is needed. */
export async function openImport(
  organization: Pick<Organization, "id">,
  target?: ImportTarget,
  options: ImportOptions = {},
) {
  (await import("./import-dialog.tsx")).showImport(organization, target, options);
}

/** Asks for a format and exports. */
export async function openExport(source: ExportSource) {
  (await import("./export-dialog.tsx")).showExport(source);
}
