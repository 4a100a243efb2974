import { type Chapter, operation } from "../../http/operation.ts";
import { presentList, readPage } from "../../http/paging.ts";
import { ListOf } from "../../http/schemas.ts";
import { onIntegration } from "../integrations/access.ts";
import { integrationWeight } from "../integrations/store.ts";
import { onInstallation, onNewInstallation } from "./access.ts";
import { enabledOperations } from "./enabled-operations.ts";
import { siteOperations, spaceOperations } from "./place-operations.ts";
import { presentInstallation } from "./present.ts";
import { Installation, InstallationCreate, InstallationListQuery, InstallationUpdate } from "./schema.ts";
import { installationColumns, matchInstallations } from "./store.ts";

const path = "/integrations/:integrationName/installations";

/** What changes an installation is needed seldom. */
const changing = () => import("./change-installation.ts");

export const installations: Chapter = {
  title: "Installations",
  operations: [
    operation({
      id: "listIntegrationInstallations",
      method: "GET",
      path,
      summary: "List where an integration is installed, among the caller's organizations",
      access: onIntegration(),
      query: InstallationListQuery,
      reply: { 200: ListOf(Installation) },
      handle: async (call) => {
        const { context, caller, integration, query } = call;
        const page = await readPage(call, {
          matching: matchInstallations(context.database.read, caller.userId, {
            integration: integration.name,
            ...query,
          }),
          select: (found) => found.select(installationColumns),
          keys: ["installations.id"],
          order: "asc",
          weight: integrationWeight,
        });
        return presentList(page, (row) => presentInstallation(row, context));
      },
    }),

    operation({
      id: "installIntegration",
      method: "POST",
      path,
      summary: "Install an integration on an organization",
      access: onNewInstallation(),
      body: InstallationCreate,
      reply: { 201: Installation },
      handle: async (call) => {
        const { install } = await changing();
        return presentInstallation(await install(call, call.integration, call.organization.id), call.context);
      },
    }),

    operation({
      id: "getIntegrationInstallationById",
      method: "GET",
      path: `${path}/:installationId`,
      summary: "Read an installation",
      access: onInstallation("read"),
      reply: { 200: Installation },
      handle: ({ context, installation }) => presentInstallation(installation, context),
    }),

    operation({
      id: "updateIntegrationInstallation",
      method: "PATCH",
      path: `${path}/:installationId`,
      summary: "Configure an installation, and say what it covers",
      access: onInstallation("admin"),
      body: InstallationUpdate,
      reply: { 200: Installation },
      handle: async (call) => {
        const { updateInstallation } = await changing();
        return presentInstallation(
          await updateInstallation(call, call.installation, call.body),
          call.context,
        );
      },
    }),

    operation({
      id: "uninstallIntegration",
      method: "DELETE",
      path: `${path}/:installationId`,
      summary: "Uninstall an integration from an organization, and from all that is in it",
      access: onInstallation("admin"),
      reply: { 204: null },
      handle: async (call) => {
        const { uninstall } = await changing();
        await uninstall(call, call.installation);
      },
    }),

    ...spaceOperations,
    ...siteOperations,
    ...enabledOperations,
  ],
};
