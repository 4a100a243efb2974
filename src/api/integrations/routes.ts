import {
  anyCaller,
  type ListCall,
  ListOf,
  largeBodyLimit,
  type OperationGroup,
  operation,
  readList,
} from "../http/index.ts";
import { onOrganization } from "../organizations/index.ts";
import { onIntegration, onNamedOrganization, onOwnIntegration } from "./access.ts";
import { presentIntegration, presentIntegrations } from "./present.ts";
import { publishIntegration, unpublishIntegration } from "./publish.ts";
import { Integration, IntegrationListQuery, IntegrationPublish } from "./schema.ts";
import { integrationColumns, integrationWeight, selectForOrganization, selectForUser } from "./store.ts";

const path = "/integrations/:integrationName";

export const integrations: OperationGroup = {
  title: "Integrations",
  operations: [
    operation("listIntegrations", "GET /integrations", {
      summary: "List the public integrations, and the private ones of the caller's organizations",
      access: anyCaller(),
      query: IntegrationListQuery,
      reply: { 200: ListOf(Integration) },
      handle: (call) => {
        const { context, caller, query } = call;
        return listIntegrations(call, selectForUser(context.database.read, caller.userId, query));
      },
    }),

    operation("listOrganizationIntegrations", "GET /orgs/:organizationId/integrations", {
      summary: "List the public integrations, and all integrations of an organization",
      access: onOrganization("read"),
      query: IntegrationListQuery,
      reply: { 200: ListOf(Integration) },
      handle: (call) => {
        const { context, organization, query } = call;
        return listIntegrations(call, selectForOrganization(context.database.read, organization.id, query));
      },
    }),

    operation("getIntegrationByName", `GET ${path}`, {
      summary: "Read an integration",
      access: onIntegration(),
      reply: { 200: Integration },
      handle: (call) => presentIntegration(call, call.integration),
    }),

    operation("publishIntegration", `POST ${path}`, {
      summary: "Publish an integration, or a new version of it",
      access: onNamedOrganization(),
      body: IntegrationPublish,
      bodyLimit: largeBodyLimit,
      reply: { 200: Integration },
      handle: async (call) => {
        const { context, caller, organization, params, body } = call;
        const row = await publishIntegration(context, params.integrationName, body, {
          organizationId: organization.id,
          userId: caller.userId,
        });
        return presentIntegration(call, row);
      },
    }),

    operation("unpublishIntegration", `DELETE ${path}`, {
      summary: "Unpublish an integration and delete its installations",
      access: onOwnIntegration("admin"),
      reply: { 204: null },
      handle: ({ context, integration }) => unpublishIntegration(context, integration),
    }),
  ],
};

async function listIntegrations(call: ListCall, matching: ReturnType<typeof selectForUser>) {
  return readList(call, {
    matching,
    select: (query) => query.select(integrationColumns),
    keys: ["integrations.name"],
    weight: integrationWeight,
    present: (rows) => presentIntegrations(call, rows),
  });
}
