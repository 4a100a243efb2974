import { Type } from "@sinclair/typebox";
import { openContent } from "../../content/index.ts";
import { findPage } from "../../content/pages/index.ts";
import { conflict, notFound, requireFound, tooManyRequests } from "../../platform/index.ts";
import { readPrimaryHead } from "../../storage/repositories/index.ts";
import { onActiveChangeRequest, readChangeRequestHead } from "../change-requests/index.ts";
import {
  type Access,
  type Call,
  ListOf,
  ListQuery,
  type OperationGroup,
  operation,
  readList,
} from "../http/index.ts";
import { onOrganization } from "../organizations/index.ts";
import { onSite } from "../sites/index.ts";
import { onActiveSpace } from "../spaces/index.ts";
import { requireReadable } from "./access.ts";
import { presentExport } from "./present.ts";
import { ContentExportRequest, Export, SiteExportRequest } from "./schema.ts";
import { cancelExport, type ExportRow, insertExport, selectExports } from "./store.ts";

interface ExportParams {
  readonly organizationId: string;
  readonly exportId: string;
}

/** The export in the path, for the one who has started it. */
function onExport(): Access<{ row: ExportRow }, ExportParams> {
  return {
    rule: "The one who has started the export",
    resolve: async (call: Call<ExportParams>) => {
      const { context, caller, params } = call;
      const { organization } = await onOrganization("guest").resolve(call);
      const row = await selectExports(context.database.read, organization.id, caller.userId)
        .where("id", "=", params.exportId)
        .selectAll()
        .executeTakeFirst();
      return { row: requireFound(row, "Export") };
    },
  };
}

/** How many exports of somebody wait or run in one organization. */
const maxActive = 5;

async function start(
  call: Call,
  values: Omit<Parameters<typeof insertExport>[1], "created_by">,
): Promise<Export> {
  const { context, caller } = call;
  const own = (db: Parameters<typeof selectExports>[0]) =>
    selectExports(db, values.organization_id, caller.userId);
  const id = await context.database.write(async (trx) => {
    const active = await own(trx).where("status", "in", ["pending", "in-progress"]).select("id").execute();
    if (active.length >= maxActive)
      throw tooManyRequests(
        `You have ${maxActive} exports that are not done; try again later`,
        maxActive,
        60,
      );
    return insertExport(trx, { ...values, created_by: caller.userId }, context.clock.now());
  });
  const row = await own(context.database.read).where("id", "=", id).selectAll().executeTakeFirst();
  return presentExport(context, requireFound(row, "Export"));
}

async function requirePage(
  head: { nodes: Parameters<typeof openContent>[0]; root: string },
  page: string | undefined,
) {
  if (page !== undefined && (await findPage(openContent(head.nodes, head.root), page)) === undefined)
    throw notFound(`page: Page ${page}`);
}

export const exports: OperationGroup = {
  title: "Exports",
  operations: [
    operation("startSpaceExport", "POST /spaces/:spaceId/exports", {
      summary: "Start an export of a space's primary content, or of a page in it, as Markdown",
      access: onActiveSpace("read"),
      body: ContentExportRequest,
      reply: { 201: Export },
      handle: async (call) => {
        const { context, space, body } = call;
        const ref = { organizationId: space.organization_id, spaceId: space.id };
        await requirePage(await readPrimaryHead(context, ref), body.page);
        const owner = { organization_id: space.organization_id, space_id: space.id };
        return start(call, { ...owner, format: "markdown", page_id: body.page ?? null });
      },
    }),

    operation("startChangeRequestExport", "POST /spaces/:spaceId/change-requests/:changeRequestId/exports", {
      summary: "Start an export of a change request's content, or of a page in it, as Markdown",
      access: onActiveChangeRequest("read"),
      body: ContentExportRequest,
      reply: { 201: Export },
      handle: async (call) => {
        const { context, space, changeRequest, body } = call;
        await requirePage(await readChangeRequestHead(context, changeRequest), body.page);
        const owner = { organization_id: space.organization_id, space_id: space.id };
        const content = { change_request_id: changeRequest.id, page_id: body.page ?? null };
        return start(call, { ...owner, ...content, format: "markdown" });
      },
    }),

    operation("startSiteExport", "POST /orgs/:organizationId/sites/:siteId/exports", {
      summary: "Start a static copy of a site, as visitors without a token see it",
      access: onSite("read"),
      body: SiteExportRequest,
      reply: { 201: Export },
      handle: async (call) => {
        const { context, site, body } = call;
        await requireReadable(context, call);
        const owner = { organization_id: site.organization_id, site_id: site.id };
        return start(call, { ...owner, format: "site", options: JSON.stringify({ url: body.url }) });
      },
    }),

    operation("listExports", "GET /orgs/:organizationId/exports", {
      summary: "List the exports of the last day that the caller has started, the newest first",
      access: onOrganization("guest"),
      query: Type.Object(ListQuery),
      reply: { 200: ListOf(Export) },
      handle: (call) =>
        readList(call, {
          matching: selectExports(call.context.database.read, call.organization.id, call.caller.userId),
          select: (page) => page.selectAll(),
          keys: ["created_at", "id"],
          order: "desc",
          // Few of them have files, which are looked at one by one.
          present: (rows) => Promise.all(rows.map((row) => presentExport(call.context, row))),
        }),
    }),

    operation("getExport", "GET /orgs/:organizationId/exports/:exportId", {
      summary: "Get an export: its state, and the URL of its file",
      access: onExport(),
      reply: { 200: Export },
      handle: ({ context, row }) => presentExport(context, row),
    }),

    operation("cancelExport", "POST /orgs/:organizationId/exports/:exportId/cancel", {
      summary: "Cancel an export that has not ended",
      access: onExport(),
      reply: { 200: Export },
      handle: async (call) => {
        await cancelExport(call.context, call.row.id);
        const { row } = await onExport().resolve(call);
        if (row.status !== "cancelled") throw conflict("The export has ended already");
        return presentExport(call.context, row);
      },
    }),
  ],
};
