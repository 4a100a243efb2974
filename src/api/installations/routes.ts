import { requireFound } from "../../platform/index.ts";
import { isRow } from "../../storage/database/index.ts";
import { type Call, ListOf, type OperationGroup, operation, readList } from "../http/index.ts";
import { onIntegration } from "../integrations/index.ts";
import { onInstallation, onNewInstallation } from "./access.ts";
import { install, updateInstallation } from "./change-installation.ts";
import { installedOperations } from "./installed-operations.ts";
import { configurationFor, presentInstallations } from "./present.ts";
import { Installation, InstallationCreate, InstallationListQuery, InstallationUpdate } from "./schema.ts";
import {
  configurationWeight,
  type InstallationWithIntegration,
  selectInstallationColumns,
  selectInstallations,
} from "./store.ts";
import { targetOperations } from "./target-operations.ts";

const path = "/integrations/:integrationName/installations";

export const installations: OperationGroup = {
  title: "Installations",
  operations: [
    operation("listIntegrationInstallations", `GET ${path}`, {
      summary: "List the installations of an integration on the caller's organizations",
      access: onIntegration(),
      query: InstallationListQuery,
      reply: { 200: ListOf(Installation) },
      handle: (call) =>
        readList(call, {
          matching: selectInstallations(call.context.database.read, call.caller.userId, {
            externalId: call.query.externalId,
            integration: call.integration.name,
          }),
          select: selectInstallationColumns,
          keys: ["installations.organization_id"],
          weight: configurationWeight("installations", configurationFor(call.integration, "account")),
          present: (rows) => presentInstallations(call, rows, () => call.integration),
        }),
    }),

    operation("installIntegration", `POST ${path}`, {
      summary: "Install an integration on an organization",
      access: onNewInstallation(),
      body: InstallationCreate,
      reply: { 201: Installation },
      handle: async (call) => presentRow(call, await install(call, call.integration, call.organization.id)),
    }),

    operation("getIntegrationInstallationById", `GET ${path}/:installationId`, {
      summary: "Read an installation",
      access: onInstallation("read"),
      reply: { 200: Installation },
      handle: (call) => presentRow(call, call.installation),
    }),

    operation("updateIntegrationInstallation", `PATCH ${path}/:installationId`, {
      summary: "Configure an installation, or select the spaces and sites that it includes",
      access: onInstallation("admin"),
      body: InstallationUpdate,
      reply: { 200: Installation },
      handle: async (call) => presentRow(call, await updateInstallation(call, call.installation, call.body)),
    }),

    operation("uninstallIntegration", `DELETE ${path}/:installationId`, {
      summary: "Uninstall an integration from an organization and all its spaces and sites",
      access: onInstallation("admin"),
      reply: { 205: null },
      handle: ({ context, installation }) =>
        context.database.write((trx) => trx.deleteFrom("installations").where(isRow(installation)).execute()),
    }),

    ...targetOperations,
    ...installedOperations,
  ],
};

async function presentRow(call: Call, row: InstallationWithIntegration): Promise<Installation> {
  return requireFound((await presentInstallations(call, [row], () => row))[0], "Installation");
}
