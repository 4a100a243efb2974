import { Type } from "@sinclair/typebox";
import { listFiles } from "../../openapi/index.ts";
import { badInput, requireFound } from "../../platform/index.ts";
import { isRow } from "../../storage/database/index.ts";
import {
  type Call,
  jsonString,
  ListOf,
  ListQuery,
  largeBodyLimit,
  nothingToDo,
  type Operation,
  type OperationGroup,
  operation,
  readList,
  SerializedJson,
  StreamedJson,
} from "../http/index.ts";
import { onOrganization } from "../organizations/index.ts";
import { type OnVersion, onReadableSpec, onSpec, onVersion, onVersionOfMember } from "./access.ts";
import { findCompared, readChanges } from "./changes.ts";
import { readDocuments, readEntry } from "./files.ts";
import {
  contentUrls,
  isSlug,
  OpenAPISpec,
  presentSpec,
  presentVersion,
  SpecContent,
  SpecCreate,
  SpecPut,
  SpecRawContent,
  SpecUpdate,
  SpecVersion,
  SpecVersionChanges,
  slugRule,
} from "./schema.ts";
import { putSpec } from "./spec-sources.ts";
import { selectSpecs, selectVersions, specColumns, versionColumns } from "./store.ts";

const listPath = "/orgs/:organizationId/openapi";
const path = `${listPath}/:specSlug` as const;

export const openapiSpecs: OperationGroup = {
  title: "OpenAPI specs",
  operations: [
    operation("listOpenAPISpecs", `GET ${listPath}`, {
      summary: "List the OpenAPI specs of an organization",
      access: onOrganization("read"),
      query: Type.Object(ListQuery),
      reply: { 200: ListOf(OpenAPISpec) },
      handle: (call) =>
        readList(call, {
          matching: selectSpecs(call.context.database.read, call.organization.id),
          select: (query) => query.select(specColumns),
          keys: ["openapi_specs.id"],
          present: (rows) => rows.map((row) => presentSpec(row, call.organization.role, call.context)),
        }),
    }),

    operation("createOpenAPISpec", `POST ${listPath}`, {
      summary: "Create an OpenAPI spec from a URL or a text",
      access: onOrganization("create"),
      body: SpecCreate,
      bodyLimit: largeBodyLimit,
      reply: { 201: OpenAPISpec },
      handle: async ({ context, organization, body }) => {
        const row = await putSpec(context, organization.id, { ...body, mustBeNew: true });
        return presentSpec(row, organization.role, context);
      },
    }),

    operation("getOpenAPISpecBySlug", `GET ${path}`, {
      summary: "Read an OpenAPI spec",
      access: onReadableSpec(),
      reply: { 200: OpenAPISpec },
      handle: ({ context, spec, role }) => presentSpec(spec, role, context),
    }),

    operation("createOrUpdateOpenAPISpecBySlug", `PUT ${path}`, {
      summary: "Create an OpenAPI spec, or replace the source of an existing one",
      access: onOrganization("create"),
      body: SpecPut,
      bodyLimit: largeBodyLimit,
      reply: { 200: OpenAPISpec },
      handle: async ({ context, organization, params: { specSlug: slug }, body }) => {
        if (!isSlug(slug)) throw badInput("specSlug", slugRule);
        const row = await putSpec(context, organization.id, { slug, source: body.source });
        return presentSpec(row, organization.role, context);
      },
    }),

    operation("updateOpenAPISpecBySlug", `PATCH ${path}`, {
      summary: "Change the visibility of an OpenAPI spec",
      access: onSpec("create"),
      body: SpecUpdate,
      reply: { 200: OpenAPISpec },
      handle: async ({ context, spec, role, body: { visibility } }) => {
        const row = await context.database.write((trx) =>
          trx
            .updateTable("openapi_specs")
            .set({ visibility, updated_at: context.clock.now() })
            .where(isRow(spec))
            .returning(specColumns)
            .executeTakeFirst(),
        );
        return presentSpec(requireFound(row, "OpenAPI spec"), role, context);
      },
    }),

    operation("deleteOpenAPISpecBySlug", `DELETE ${path}`, {
      summary: "Delete an OpenAPI spec and all its versions",
      access: onOrganization("create"),
      reply: { 205: null },
      noopStatus: 204,
      handle: async ({ context, organization, params }) => {
        const { numDeletedRows } = await context.database.write((trx) =>
          trx
            .deleteFrom("openapi_specs")
            .where("organization_id", "=", organization.id)
            .where("slug", "=", params.specSlug)
            .executeTakeFirst(),
        );
        return numDeletedRows > 0n ? undefined : nothingToDo;
      },
    }),

    operation("listOpenAPISpecVersions", `GET ${path}/versions`, {
      summary: "List the versions of an OpenAPI spec, the newest first",
      access: onReadableSpec(),
      query: Type.Object(ListQuery),
      reply: { 200: ListOf(SpecVersion) },
      handle: (call) =>
        readList(call, {
          matching: selectVersions(call.context.database.read, call.spec),
          select: (query) => query.select(versionColumns),
          keys: ["number"],
          order: "desc",
          present: (rows) => rows.map((row) => presentVersion(row, call.spec, call.context)),
        }),
    }),

    operation("getOpenAPISpecChanges", `GET ${path}/versions/:versionId/changes`, {
      summary: "Read what changed in a version of an OpenAPI spec since an earlier one",
      access: onVersionOfMember(),
      query: Type.Object({
        from: Type.Optional(
          Type.String({ description: "The id of the other version. The default is the one before." }),
        ),
      }),
      reply: { 200: SpecVersionChanges },
      handle: async ({ context, spec, version, query: { from } }) => {
        const compared = await findCompared(context.database.read, spec, version, from);
        return new StreamedJson(await readChanges(context, spec, version, compared));
      },
    }),

    ...versionOperations("latest", "the last version of an OpenAPI spec"),
    ...versionOperations(":versionId", "a version of an OpenAPI spec"),
  ],
};

/** The operations on a version, which the path identifies by its id or as `latest`. */
function versionOperations<const Name extends "latest" | ":versionId">(
  name: Name,
  subject: string,
): Operation[] {
  const idOf = (part = "") =>
    name === "latest" ? `getLatestOpenAPISpecVersion${part}` : `getOpenAPISpecVersion${part}ById`;
  return [
    operation(idOf(), `GET ${path}/versions/${name}`, {
      summary: `Read ${subject}`,
      access: onVersion(),
      reply: { 200: SpecVersion },
      handle: ({ context, spec, version }) => presentVersion(version, spec, context),
    }),
    operation(idOf("Content"), `GET ${path}/versions/${name}/content`, {
      summary: `Read the documents of ${subject}`,
      access: onVersion(),
      reply: { 200: SpecContent },
      version: contentVersion,
      handle: async ({ context, spec, version }) => {
        const documents = await readDocuments(context, spec, version);
        const files = await listFiles(documents, version.entry);
        const urls = JSON.stringify(contentUrls(spec, version, context)).slice(1);
        return new SerializedJson([
          Buffer.from('{"filesystem":'),
          ...files,
          Buffer.from(',"documents":'),
          documents,
          Buffer.from(`,${urls}`),
        ]);
      },
    }),
    operation(idOf("ContentRaw"), `GET ${path}/versions/${name}/content/raw`, {
      summary: `Read the original text of the main file of ${subject}`,
      access: onVersion(),
      reply: { 200: SpecRawContent },
      version: contentVersion,
      handle: async ({ context, spec, version }) => {
        const text = await readEntry(context, spec, version);
        return new StreamedJson({ text: jsonString(text), format: version.format });
      },
    }),
  ];
}

/** A version of the reply that changes with the text of the files and with its URLs. */
function contentVersion({ context, spec, version }: Call & OnVersion): string {
  return `${JSON.stringify(contentUrls(spec, version, context))} ${version.hash}`;
}
