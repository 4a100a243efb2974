// The child process of one export.
import { rmSync } from "node:fs";
import type { ExportProgress, ExportResult, ExportTask } from "../../api/exports/index.ts";
import type { Context } from "../../api/http/index.ts";
import { openContent } from "../../content/index.ts";
import { type ExportTarget, exportSpace, openZip } from "../../exporting/index.ts";
import { runChildProgram } from "../../platform/child-process/index.ts";
import { LecternError, requireFound } from "../../platform/index.ts";
import { fromSites, publicUrl, siteColumns } from "../../publishing/index.ts";
import { exportSite } from "../../site/index.ts";
import { readBlob } from "../../storage/files/index.ts";
import { openNodes, selectActiveSpaces } from "../../storage/repositories/index.ts";
import { openContext } from "../index.ts";

runChildProgram<ExportTask, ExportResult, ExportProgress>({
  run: runExport,
  toClientError: (error) => (error instanceof LecternError ? error : undefined),
  cleanUp: ({ folder }) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
});

async function runExport(
  { config, path, source }: ExportTask,
  send: (progress: ExportProgress) => void,
): Promise<ExportResult> {
  const context = await openContext(config);
  const zip = await openZip(path);
  const report = throttled(send);
  const written =
    "siteId" in source
      ? await writeSite(context, source, zip, report)
      : { ...(await writeContent(context, source, zip, report)), skipped: [] };
  return { ...written, size: await zip.finish() };
}

/** Sends at most some messages in a second: there is one for each page. */
function throttled(send: (progress: ExportProgress) => void) {
  let last = 0;
  return (done: number, total: number) => {
    if (Date.now() - last < 200) return;
    last = Date.now();
    send({ done, total });
  };
}

type SiteSource = Extract<ExportTask["source"], { siteId: string }>;
type ContentSource = Exclude<ExportTask["source"], SiteSource>;

async function writeSite(
  context: Context,
  { siteId, url }: SiteSource,
  target: ExportTarget,
  onProgress: (done: number, all: number) => void,
) {
  const site = requireFound(
    await fromSites(context.database.read)
      .where("sites.id", "=", siteId)
      .select(siteColumns)
      .executeTakeFirst(),
    "Site",
  );
  const copyUrl = url ?? publicUrl(context.config.sites, site);
  return exportSite(context, { site, target, url: copyUrl, onProgress });
}

async function writeContent(
  context: Context,
  { spaceId, changeRequestId, page }: ContentSource,
  target: ExportTarget,
  report: (done: number, all: number) => void,
) {
  const { read } = context.database;
  const space = requireFound(
    await selectActiveSpaces(read)
      .where("spaces.id", "=", spaceId)
      .select(["spaces.repository_id", "spaces.root"])
      .executeTakeFirst(),
    "Space",
  );
  const request =
    changeRequestId === null ? undefined : await findRequestRoot(context, spaceId, changeRequestId);
  const { repository_id: repositoryId } = space;
  return exportSpace(
    {
      content: openContent(openNodes(context, repositoryId), request?.root ?? space.root),
      page: page ?? undefined,
      bytesOf: ({ blob, size }) => readBlob(context, repositoryId, blob, { start: 0, end: size }),
    },
    target,
    (done, all) => report(done.pages + done.files, all.pages + all.files),
  );
}

async function findRequestRoot({ database }: Context, spaceId: string, id: string) {
  const row = await database.read
    .selectFrom("change_requests")
    .where("space_id", "=", spaceId)
    .where("id", "=", id)
    .select("root")
    .executeTakeFirst();
  return requireFound(row, "Change request");
}
