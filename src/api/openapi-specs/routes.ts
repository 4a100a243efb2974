import { Type } from "@sinclair/typebox";
import { badInput, notFound } from "../../platform/index.ts";
import {
  type Chapter,
  ListOf,
  ListQuery,
  largeBodyLimit,
  nothingToDo,
  operation,
  presentList,
  readPage,
} from "../http/index.ts";
import { onOrganization } from "../organizations/index.ts";
import { onShownSpec, onSpec } from "./access.ts";
import { presentSpec } from "./present.ts";
import { putSpec } from "./put-spec.ts";
import { isSlug, OpenAPISpec, ruleOfSlug, SpecCreate, SpecPut, SpecUpdate } from "./schema.ts";
import { deleteSpec, findSpec, matchSpecs, showSpecs } from "./store.ts";
import { versionOperations } from "./version-operations.ts";

const path = "/orgs/:organizationId/openapi";

export const openapiSpecs: Chapter = {
  title: "OpenAPI specs",
  operations: [
    operation({
      id: "listOpenAPISpecs",
      method: "GET",
      path,
      summary: "List the OpenAPI specs of an organization",
      access: onOrganization("read"),
      query: Type.Object(ListQuery),
      reply: { 200: ListOf(OpenAPISpec) },
      handle: async (call) => {
        const { context, organization } = call;
        const page = await readPage(call, {
          matching: matchSpecs(context.database.read, organization.id),
          select: showSpecs,
          keys: ["openapi_specs.id"],
          order: "asc",
        });
        return presentList(page, (row) => presentSpec(row, organization.role, context));
      },
    }),

    operation({
      id: "createOpenAPISpec",
      method: "POST",
      path,
      summary: "Create an OpenAPI spec, to be read from an address or a text",
      access: onOrganization("create"),
      body: SpecCreate,
      bodyLimit: largeBodyLimit,
      reply: { 201: OpenAPISpec },
      handle: async ({ context, organization, body }) => {
        const row = await putSpec(context, organization.id, { ...body, onlyNew: true });
        return presentSpec(row, organization.role, context);
      },
    }),

    operation({
      id: "getOpenAPISpecBySlug",
      method: "GET",
      path: `${path}/:specSlug`,
      summary: "Read an OpenAPI spec",
      access: onShownSpec(),
      reply: { 200: OpenAPISpec },
      handle: ({ context, spec, role }) => presentSpec(spec, role, context),
    }),

    operation({
      id: "createOrUpdateOpenAPISpecBySlug",
      method: "PUT",
      path: `${path}/:specSlug`,
      summary: "Create an OpenAPI spec, or have the one there is read again from this source",
      access: onOrganization("create"),
      body: SpecPut,
      bodyLimit: largeBodyLimit,
      reply: { 200: OpenAPISpec },
      handle: async ({ context, organization, params: { specSlug: slug }, body }) => {
        if (!isSlug(slug)) throw badInput("specSlug", ruleOfSlug);
        const row = await putSpec(context, organization.id, { slug, source: body.source });
        return presentSpec(row, organization.role, context);
      },
    }),

    operation({
      id: "updateOpenAPISpecBySlug",
      method: "PATCH",
      path: `${path}/:specSlug`,
      summary: "Say whether anyone may read an OpenAPI spec",
      access: onSpec("create"),
      body: SpecUpdate,
      reply: { 200: OpenAPISpec },
      handle: async ({ context, spec, role, body: { visibility } }) => {
        const row = await context.database.write(async (trx) => {
          await trx
            .updateTable("openapi_specs")
            .set({ visibility, updated_at: context.clock.now() })
            .where("organization_id", "=", spec.organization_id)
            .where("id", "=", spec.id)
            .execute();
          return findSpec(trx, spec.organization_id, spec.slug);
        });
        if (row === undefined) throw notFound("OpenAPI spec");
        return presentSpec(row, role, context);
      },
    }),

    operation({
      id: "deleteOpenAPISpecBySlug",
      method: "DELETE",
      path: `${path}/:specSlug`,
      summary: "Delete an OpenAPI spec and all its versions",
      access: onOrganization("create"),
      reply: { 205: null },
      noopStatus: 204,
      handle: async ({ context, organization, params }) => {
        const isGone = await context.database.write((trx) =>
          deleteSpec(trx, organization.id, params.specSlug),
        );
        return isGone ? undefined : nothingToDo;
      },
    }),

    ...versionOperations,
  ],
};
