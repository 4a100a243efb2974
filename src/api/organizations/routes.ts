import { Type } from "@sinclair/typebox";
import { domainOf, parseDomain } from "../../identity/roles/index.ts";
import { requireFound } from "../../platform/index.ts";
import {
  anyCaller,
  type Call,
  ListOf,
  ListQuery,
  type OperationGroup,
  operation,
  readList,
} from "../http/index.ts";
import { onOrganization, onSubdomain } from "./access.ts";
import { createOrganization, updateOrganization } from "./change-organization.ts";
import {
  Organization,
  OrganizationCreate,
  OrganizationUpdate,
  presentOrganization,
  Subdomain,
} from "./schema.ts";
import {
  findOrganization,
  hasPublishedSite,
  listOrganizationsByDomain,
  selectOrganizationColumns,
  selectOrganizationsOf,
} from "./store.ts";

export const organizations: OperationGroup = {
  title: "Organizations",
  operations: [
    operation("listOrganizationsForAuthenticatedUser", "GET /orgs", {
      summary: "List the organizations that the caller is a member of",
      isRepeatable: true,
      access: anyCaller(),
      query: Type.Object(ListQuery),
      reply: { 200: ListOf(Organization) },
      handle: (call) => {
        const { context, caller } = call;
        return readList(call, {
          matching: selectOrganizationsOf(context.database.read, caller),
          select: selectOrganizationColumns,
          keys: ["organizations.id"],
          present: (rows) => rows.map((row) => presentOrganization(row, context.urls)),
        });
      },
    }),

    operation("createOrganization", "POST /orgs", {
      summary: "Create an organization with the caller as its admin",
      access: anyCaller(),
      body: OrganizationCreate,
      reply: { 201: Organization },
      handle: async (call) => {
        const { context, caller, body } = call;
        const id = await context.database.write((trx) =>
          createOrganization(trx, body, caller.userId, context.clock.now()),
        );
        return readOrganization(call, id);
      },
    }),

    operation("getOrganizationById", "GET /orgs/:organizationId", {
      summary: "Read an organization",
      isRepeatable: true,
      access: onOrganization("guest"),
      reply: { 200: Organization },
      handle: ({ context, organization }) => presentOrganization(organization, context.urls),
    }),

    operation("updateOrganizationById", "PATCH /orgs/:organizationId", {
      summary: "Change an organization's settings",
      access: onOrganization("admin"),
      body: OrganizationUpdate,
      reply: { 200: Organization },
      handle: async (call) => {
        const { context, organization, body } = call;
        await context.database.write((trx) => updateOrganization(trx, organization.id, body));
        return readOrganization(call, organization.id);
      },
    }),

    operation("getSubdomain", "GET /subdomains/:subdomain", {
      summary: "Find the organization that has a subdomain",
      access: onSubdomain(),
      reply: { 200: Subdomain },
      handle: async ({ context, organization: { id }, params: { subdomain } }) => ({
        object: "subdomain" as const,
        subdomain,
        target: { type: "organization" as const, organization: id },
        isActive: await hasPublishedSite(context.database.read, id),
      }),
    }),

    operation("getOrganizationsForEmailDomain", "GET /email-domains/:emailDomain/orgs", {
      summary:
        "List the organizations of an email domain: all for callers with an email address in it, otherwise the caller's own",
      access: anyCaller(),
      reply: { 200: Type.Object({ organizations: Type.Array(Organization) }) },
      handle: async ({ context, caller, params }) => {
        const domain = parseDomain("emailDomain", params.emailDomain);
        const rows = await listOrganizationsByDomain(context.database.read, caller.userId, domain);
        const isOwnDomain = domainOf(caller.email) === domain;
        return {
          organizations: rows
            .filter((row) => isOwnDomain || row.is_member === 1)
            .map((row) => presentOrganization(row, context.urls)),
        };
      },
    }),
  ],
};

async function readOrganization({ context, caller }: Call, id: string): Promise<Organization> {
  const row = requireFound(await findOrganization(context.database.read, id, caller.userId), "Organization");
  return presentOrganization(row, context.urls);
}
