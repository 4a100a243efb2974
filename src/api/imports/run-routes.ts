import { sql } from "kysely";
import { isVisibleTo } from "../../identity/roles/index.ts";
import { badInput, conflict, notFound, requireFound, tooManyRequests } from "../../platform/index.ts";
import { findSite } from "../../publishing/index.ts";
import type { ImportSource, Writer } from "../../storage/database/index.ts";
import { enqueue } from "../../storage/jobs/index.ts";
import {
  type Access,
  type Call,
  ListOf,
  type OperationGroup,
  operation,
  readList,
  refineAccess,
} from "../http/index.ts";
import { requireLibraryItemRole } from "../library-items/index.ts";
import { membershipIn, type OrganizationRow, onOrganization } from "../organizations/index.ts";
import { findSpaceForUser, isSpaceAvailable } from "../spaces/index.ts";
import { openForImport } from "./import-content.ts";
import { removeRefused, takeFile } from "./kept-files.ts";
import { importJob, openRunTarget } from "./run-import.ts";
import { ImportRun, ListedRun, presentRun, presentRuns, RunQuery, RunRequest } from "./run-schema.ts";
import { cancelRun, findRun, findWholeRun, type ImportRunRow, insertRun, runColumns } from "./run-store.ts";
import { canUndo, undoRun } from "./undo-run.ts";

interface RunParams {
  readonly organizationId: string;
  readonly importRunId: string;
}

/** The run in the path, for those who may do this to the space that it imports into. */
function onRun(needed: "read" | "edit"): Access<{ run: ImportRunRow }, RunParams> {
  return {
    rule: `Role \`${needed}\` or above on the space that it imports into`,
    resolve: async (call: Call<RunParams>) => {
      const { context, caller, params } = call;
      const { organization } = await onOrganization("guest").resolve(call);
      const run = requireFound(
        await findRun(context.database.read, organization.id, params.importRunId),
        "Import run",
      );
      const found = await findSpaceForUser(context.database.read, run.space_id, caller.userId);
      if (!found?.role || !isSpaceAvailable(context, found.row, found.role)) throw notFound("Import run");
      requireLibraryItemRole(found.role, needed, "space");
      return { run };
    },
  };
}

/** The number of runs of an organization that wait or run. */
const maxActive = 20;

/** Literals, so that the databases use the index of active runs. */
const activeStatuses = [sql.lit("pending" as const), sql.lit("in-progress" as const)];

async function requireCapacity(trx: Writer, organizationId: string): Promise<void> {
  const active = await trx
    .selectFrom("import_runs")
    .where("organization_id", "=", organizationId)
    .where("status", "in", activeStatuses)
    .limit(maxActive)
    .select("id")
    .execute();
  if (active.length >= maxActive)
    throw tooManyRequests(
      `The organization has ${maxActive} imports that wait; try again when one is done`,
      maxActive,
      60,
    );
}

type StartCall = Call<unknown, unknown, RunRequest> & { organization: OrganizationRow };

/** Starts a run. The uploaded file of one that is refused is removed. */
async function startRun(call: StartCall): Promise<ImportRun> {
  const { context, caller, organization, body } = call;
  const owner = { organizationId: organization.id, userId: caller.userId };
  try {
    return await insertStarted(call, owner);
  } catch (error) {
    await removeRefused(context, owner, body.source.files ?? []);
    throw error;
  }
}

async function insertStarted(call: StartCall, owner: Parameters<typeof takeFile>[2]): Promise<ImportRun> {
  const { context, caller, organization, body } = call;
  const { source, target, site, directory, replace, origin } = body;
  if (directory !== undefined && formatOf(body) !== "zip")
    throw badInput("directory", "requires the source zip");
  if (replace && target.page !== undefined) throw badInput("replace", "is not possible in a page");
  const found = await findSpaceForUser(context.database.read, target.space, caller.userId);
  if (found?.role == null || found.row.organization_id !== organization.id)
    throw notFound("target.space: Space");
  if (site !== undefined)
    requireFound(await findSite(context.database.read, organization.id, site), "site: Site");
  const destination = { space_id: target.space, change_request_id: target.changeRequest ?? null };
  const opened = await openRunTarget(context, { ...destination, created_by: caller.userId } as ImportRunRow);
  const { target: content } = await openForImport(opened.call, opened.target, target.page);
  const changeRequest = opened.target.changeRequest?.id;
  const now = context.clock.now();
  const id = await context.database.write(async (trx) => {
    await requireCapacity(trx, organization.id);
    const file = source.type === "file" ? await takeFile(trx, context, owner, source.files ?? []) : undefined;
    if (file === undefined && source.url === undefined) throw badInput("source.url", "is required");
    const runId = await insertRun(
      trx,
      {
        ...{ organizationId: organization.id, spaceId: content.spaceId, changeRequestId: changeRequest },
        ...{ pageId: target.page, siteId: site, userId: caller.userId, file },
        source:
          source.type === "file"
            ? formatByName(file?.name ?? "", source.format)
            : (source.type as ImportSource),
        url: file === undefined ? source.url : undefined,
        options: { directory, replaces: replace, origin },
      },
      now,
    );
    await enqueue(trx, { kind: importJob, payload: { runId }, organizationId: organization.id }, now);
    return runId;
  });
  return presentRun(call, requireFound(await findWholeRun(context.database.read, id), "Import run"), false);
}

function formatOf({ source }: RunRequest): string | undefined {
  return source.type === "file" ? (source.format ?? "zip") : source.type;
}

const formatsByEnding: Readonly<Record<string, ImportSource>> = {
  ...{ zip: "zip", docx: "docx", html: "html", htm: "html" },
  ...{ md: "markdown", markdown: "markdown", mdx: "markdown", txt: "markdown" },
};

function formatByName(name: string, given: string | undefined): ImportSource {
  const format = given ?? formatsByEnding[name.slice(name.lastIndexOf(".") + 1).toLowerCase()];
  if (format === undefined) throw badInput("source.format", "is required for a file with this name");
  return format as ImportSource;
}

async function listRuns(call: Call<unknown, RunQuery> & { organization: OrganizationRow }) {
  const { context, organization, query } = call;
  const { space, changeRequest, site, status } = query;
  let matching = context.database.read
    .selectFrom("import_runs")
    .innerJoin("contents", "contents.id", "import_runs.space_id")
    .where("import_runs.organization_id", "=", organization.id)
    .where("contents.deleted_at", "is", null)
    .where(isVisibleTo(membershipIn(call)));
  if (space !== undefined) matching = matching.where("import_runs.space_id", "=", space);
  if (changeRequest !== undefined)
    matching = matching.where("import_runs.change_request_id", "=", changeRequest);
  if (site !== undefined)
    matching = matching.where(({ or, eb, exists, selectFrom }) =>
      or([
        eb("import_runs.site_id", "=", site),
        exists(
          selectFrom("site_spaces")
            .where("site_spaces.site_id", "=", site)
            .whereRef("site_spaces.space_id", "=", "import_runs.space_id")
            .select("site_spaces.id"),
        ),
      ]),
    );
  if (status !== undefined)
    matching = matching.where("import_runs.status", "in", status === "active" ? activeStatuses : [status]);
  return readList(call, {
    matching,
    // Lists show neither pages nor results, which are large.
    select: (page) => page.select(runColumns),
    keys: ["import_runs.created_at", "import_runs.id"],
    order: "desc",
    present: (rows) => presentRuns(call, rows),
  });
}

async function readRun(call: Call, { id }: ImportRunRow): Promise<ImportRun> {
  const { context } = call;
  const run = requireFound(await findWholeRun(context.database.read, id), "Import run");
  return presentRun(call, run, await canUndo(context, run));
}

export const importRuns: OperationGroup = {
  title: "Import runs",
  operations: [
    operation("listImportRuns", "GET /org/:organizationId/imports", {
      summary: "List the imports of an organization into spaces that the caller may read, the newest first",
      access: onOrganization("guest"),
      query: RunQuery,
      reply: { 200: ListOf(ListedRun) },
      handle: listRuns,
    }),

    operation("startImportRun", "POST /org/:organizationId/imports", {
      summary: "Start an import into a space, a page or a change request, without waiting for its end",
      access: refineAccess(onOrganization("guest"), (found) => found),
      body: RunRequest,
      reply: { 201: ImportRun },
      handle: startRun,
    }),

    operation("getImportRun", "GET /org/:organizationId/imports/:importRunId", {
      summary: "Get an import: its state, what it does now, and what has come of it",
      access: onRun("read"),
      reply: { 200: ImportRun },
      handle: (call) => readRun(call, call.run),
    }),

    operation("cancelImportRun", "POST /org/:organizationId/imports/:importRunId/cancel", {
      summary: "Cancel an import that has not ended. It changes nothing then",
      access: onRun("edit"),
      reply: { 200: ImportRun },
      handle: async (call) => {
        await cancelRun(call.context, call.run.id);
        const run = await readRun(call, call.run);
        if (run.status !== "cancelled") throw conflict("The import has ended already");
        return run;
      },
    }),

    operation("undoImportRun", "POST /org/:organizationId/imports/:importRunId/undo", {
      summary: "Restore the content before an import, unless it has changed since",
      access: onRun("edit"),
      reply: { 200: ImportRun },
      handle: async (call) => {
        await undoRun(call, call.run);
        return readRun(call, call.run);
      },
    }),
  ],
};
