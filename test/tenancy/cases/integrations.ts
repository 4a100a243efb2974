import { uniqueName } from "../../support/app.ts";
import { manifest } from "../../support/integrations.ts";
import { type Case, type Cases, withBody } from "../case.ts";
import { adminCall, type World } from "../world.ts";

const privateParams = ({ ids }: World) => ({ params: { integrationName: ids.privateName ?? "" } });
const privateCase: Case = { send: privateParams };
const onPrivate = "on a private integration";

async function newIntegration(world: World, visibility = "public") {
  const integrationName = uniqueName();
  const body = manifest(world.owner.organizationId, { visibility });
  await adminCall(world, `POST /integrations/${integrationName}`, body);
  return { params: { integrationName } };
}

async function newInstallation(world: World) {
  const { params } = await newIntegration(world);
  const path = `/integrations/${params.integrationName}/installations`;
  const { id } = await adminCall(world, `POST ${path}`, { organization: world.owner.organizationId });
  return { params: { ...params, installationId: id as string } };
}

async function newInstallationOnSpaceAndSite(world: World) {
  const { params } = await newInstallation(world);
  const path = `/integrations/${params.integrationName}/installations/${params.installationId}`;
  await adminCall(world, `POST ${path}/spaces`, { space: world.ids.spaceId });
  await adminCall(world, `POST ${path}/sites`, { siteId: world.ids.siteId });
  return { params };
}

const inOrganization = ({ owner }: World) => ({ organization: owner.organizationId });
const onSpace = (world: World) => ({ space: world.ids.spaceId ?? "" });
const onSite = (world: World) => ({ siteId: world.ids.siteId ?? "" });

export const integrationCases: Cases = {
  [`getIntegrationByName ${onPrivate}`]: privateCase,
  [`listIntegrationInstallations ${onPrivate}`]: privateCase,
  [`listIntegrationSpaceInstallations ${onPrivate}`]: privateCase,
  [`listIntegrationSiteInstallations ${onPrivate}`]: privateCase,
  "publishIntegration on a new name": {
    send: ({ owner }) => ({
      params: { integrationName: uniqueName() },
      body: manifest(owner.organizationId),
    }),
  },
  "publishIntegration on a name of another organization": {
    send: async (world, caller) => ({
      params: { integrationName: await nameOfOtherOrganization(world) },
      body: manifest(world.owner.organizationId, { title: caller.column }),
    }),
  },
  unpublishIntegration: { whenAllowed: (world) => newIntegration(world) },
  [`unpublishIntegration ${onPrivate}`]: {
    send: privateParams,
    whenAllowed: (world) => newIntegration(world, "private"),
  },
  installIntegration: { ...withBody(inOrganization), whenAllowed: (world) => newIntegration(world) },
  [`installIntegration ${onPrivate}`]: {
    send: (world) => ({ ...privateParams(world), body: inOrganization(world) }),
    whenAllowed: (world) => newIntegration(world, "private"),
  },
  updateIntegrationInstallation: withBody({ externalIds: [] }),
  uninstallIntegration: { whenAllowed: newInstallation },
  installIntegrationOnSpace: { ...withBody(onSpace), whenAllowed: newInstallation },
  updateIntegrationSpaceInstallation: withBody({ externalIds: [] }),
  uninstallIntegrationFromSpace: { whenAllowed: newInstallationOnSpaceAndSite },
  installIntegrationOnSite: { ...withBody(onSite), whenAllowed: newInstallation },
  updateIntegrationSiteInstallation: withBody({ externalIds: [] }),
  uninstallIntegrationFromSite: { whenAllowed: newInstallationOnSpaceAndSite },
};

async function nameOfOtherOrganization({ cache, closed }: World): Promise<string> {
  const cached = cache.get("a name");
  if (cached !== undefined) return cached;
  const name = uniqueName();
  cache.set("a name", name);
  const body = manifest(closed.organizationId, { visibility: "private" });
  await closed.app.ok(closed.admin, `POST /integrations/${name}`, { body });
  return name;
}
