import { Type } from "@sinclair/typebox";
import { resolveLibraryItemRoles } from "../../identity/roles/index.ts";
import { requireFound } from "../../platform/index.ts";
import { toFlag } from "../../storage/database/index.ts";
import {
  type Call,
  ListOf,
  ListQuery,
  type OperationGroup,
  operation,
  readList,
  StringEnum,
} from "../http/index.ts";
import { onSpec, type SpecRow } from "../openapi-specs/index.ts";
import { findSpaceForUser } from "../spaces/index.ts";
import { onPageSet } from "./access.ts";
import { createPageSet, deletePageSet, forgetDeletedPages, requestSync } from "./change-page-set.ts";
import { OpenAPIPageSet, PageSetCreate, PageSetSync, PageSetUpdate, presentPageSet } from "./schema.ts";
import { findPageSet, matchPageSets, withPresentedColumns } from "./store.ts";

const listPath = "/orgs/:organizationId/openapi/:specSlug/page-sets";
const path = `${listPath}/:pageSetId` as const;

export const openapiPageSets: OperationGroup = {
  title: "Pages of OpenAPI specs",
  operations: [
    operation("listOpenAPIPageSets", `GET ${listPath}`, {
      summary: "List where pages are generated from an OpenAPI spec, in spaces that the caller may see",
      access: onSpec("read"),
      query: Type.Object(ListQuery),
      reply: { 200: ListOf(OpenAPIPageSet) },
      handle: (call) => {
        const { context, caller, spec, role } = call;
        const { read } = context.database;
        const member = { organizationId: spec.organization_id, userId: caller.userId, role };
        return readList(call, {
          matching: matchPageSets(read, spec, member),
          select: withPresentedColumns,
          keys: ["openapi_page_sets.id"],
          present: async (rows) => {
            const spaceIds = rows.map(({ space_id }) => space_id);
            const roles = await resolveLibraryItemRoles(read, member, spaceIds);
            return rows.map((row) =>
              presentPageSet(row, spec.slug, roles.get(row.space_id) ?? null, context),
            );
          },
        });
      },
    }),

    operation("createOpenAPIPageSet", `POST ${listPath}`, {
      summary: "Generate pages from an OpenAPI spec in a space, and keep them in step with it",
      access: {
        ...onSpec("read"),
        rule: "Organization role `read` or above, and role `edit` or above on the space",
      },
      body: PageSetCreate,
      reply: { 201: OpenAPIPageSet },
      handle: async (call) => {
        const id = await createPageSet(call.context, call.spec, call.caller.userId, call.body);
        return readPageSet(call, call.spec, id);
      },
    }),

    operation("getOpenAPIPageSet", `GET ${path}`, {
      summary: "Read a set of pages that are generated from an OpenAPI spec",
      access: onPageSet("read"),
      reply: { 200: OpenAPIPageSet },
      handle: ({ context, spec, pageSet, spaceRole }) =>
        presentPageSet(pageSet, spec.slug, spaceRole, context),
    }),

    operation("updateOpenAPIPageSet", `PATCH ${path}`, {
      summary:
        "Change how pages are generated from an OpenAPI spec, with the rights of the caller from now on",
      access: onPageSet("edit"),
      body: PageSetUpdate,
      reply: { 200: OpenAPIPageSet },
      handle: async (call) => {
        const { grouping, models, delivery } = call.body;
        await requestSync(call.context, call.pageSet, call.caller.userId, {
          ...(grouping !== undefined && { page_grouping: grouping }),
          ...(models !== undefined && { has_models: toFlag(models) }),
          ...(delivery !== undefined && { delivery }),
        });
        return readPageSet(call, call.spec, call.pageSet.id);
      },
    }),

    operation("syncOpenAPIPageSet", `POST ${path}/sync`, {
      summary:
        "Bring generated pages in step with their OpenAPI spec now, with the rights of the caller from now on",
      access: onPageSet("edit"),
      body: PageSetSync,
      bodyOptional: true,
      reply: { 200: OpenAPIPageSet },
      handle: async (call) => {
        const { context, caller, pageSet, body } = call;
        const wish = body?.restoreDeleted ? await forgetDeletedPages(context, pageSet) : {};
        await requestSync(context, pageSet, caller.userId, wish);
        return readPageSet(call, call.spec, pageSet.id);
      },
    }),

    operation("deleteOpenAPIPageSet", `DELETE ${path}`, {
      summary: "Stop keeping generated pages in step with their OpenAPI spec",
      access: onPageSet("edit"),
      query: Type.Object({
        pages: Type.Optional(
          StringEnum(["keep", "delete"], {
            description:
              "`delete` also deletes the pages that nobody has changed, once a job has run. The default is `keep`.",
          }),
        ),
      }),
      reply: { 205: null },
      handle: async ({ context, caller, pageSet, query }) => {
        if (query.pages === "delete")
          await requestSync(context, pageSet, caller.userId, { state: "removing" });
        else await context.database.write((trx) => deletePageSet(trx, pageSet));
      },
    }),
  ],
};

async function readPageSet({ context, caller }: Call, spec: SpecRow, id: string) {
  const { read } = context.database;
  const row = requireFound(await findPageSet(read, spec, id), "OpenAPI page set");
  const found = await findSpaceForUser(read, row.space_id, caller.userId);
  return presentPageSet(row, spec.slug, found?.role ?? null, context);
}
