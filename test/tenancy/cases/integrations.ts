import { uniqueName } from "../../support/app.ts";
import { manifest } from "../../support/integrations.ts";
import { type Case, type Cases, sending } from "../case.ts";
import { ask, type World } from "../world.ts";

const isPrivate = ({ things }: World) => ({ params: { integrationName: things.privateName ?? "" } });
const privately: Case = { send: isPrivate };
const onPrivate = "on a private integration";

async function newIntegration(world: World, visibility = "public") {
  const integrationName = uniqueName();
  const body = manifest(world.owner.organizationId, { visibility });
  await ask(world, `POST /integrations/${integrationName}`, body);
  return { params: { integrationName } };
}

async function newInstallation(world: World) {
  const { params } = await newIntegration(world);
  const path = `/integrations/${params.integrationName}/installations`;
  const { id } = await ask(world, `POST ${path}`, { organization: world.owner.organizationId });
  return { params: { ...params, installationId: id as string } };
}

/** Installed on the space and the site, so that it can be taken away again. */
async function newPlaced(world: World) {
  const { params } = await newInstallation(world);
  const path = `/integrations/${params.integrationName}/installations/${params.installationId}`;
  await ask(world, `POST ${path}/spaces`, { space: world.things.spaceId });
  await ask(world, `POST ${path}/sites`, { siteId: world.things.siteId });
  return { params };
}

const inOrganization = ({ owner }: World) => ({ organization: owner.organizationId });
const onSpace = (world: World) => ({ space: world.things.spaceId ?? "" });
const onSite = (world: World) => ({ siteId: world.things.siteId ?? "" });

export const ofIntegrations: Cases = {
  [`getIntegrationByName ${onPrivate}`]: privately,
  [`listIntegrationInstallations ${onPrivate}`]: privately,
  [`listIntegrationSpaceInstallations ${onPrivate}`]: privately,
  [`listIntegrationSiteInstallations ${onPrivate}`]: privately,
  "publishIntegration on a new name": {
    send: ({ owner }) => ({
      params: { integrationName: uniqueName() },
      body: manifest(owner.organizationId),
    }),
  },
  "publishIntegration on a name of another organization": {
    send: async (world, caller) => ({
      params: { integrationName: await takenElsewhere(world) },
      body: manifest(world.owner.organizationId, { title: caller.column }),
    }),
  },
  unpublishIntegration: { afresh: (world) => newIntegration(world) },
  [`unpublishIntegration ${onPrivate}`]: {
    send: isPrivate,
    afresh: (world) => newIntegration(world, "private"),
  },
  installIntegration: { ...sending(inOrganization), afresh: (world) => newIntegration(world) },
  [`installIntegration ${onPrivate}`]: {
    send: (world) => ({ ...isPrivate(world), body: inOrganization(world) }),
    afresh: (world) => newIntegration(world, "private"),
  },
  updateIntegrationInstallation: sending({ externalIds: [] }),
  uninstallIntegration: { afresh: newInstallation },
  installIntegrationOnSpace: { ...sending(onSpace), afresh: newInstallation },
  updateIntegrationSpaceInstallation: sending({ externalIds: [] }),
  uninstallIntegrationFromSpace: { afresh: newPlaced },
  installIntegrationOnSite: { ...sending(onSite), afresh: newInstallation },
  updateIntegrationSiteInstallation: sending({ externalIds: [] }),
  uninstallIntegrationFromSite: { afresh: newPlaced },
};

/** A name that another organization has. */
async function takenElsewhere({ own, closed }: World): Promise<string> {
  const known = own.get("a name");
  if (known !== undefined) return known;
  const name = uniqueName();
  own.set("a name", name);
  const body = manifest(closed.organizationId, { visibility: "private" });
  await closed.app.ok(closed.admin, `POST /integrations/${name}`, { body });
  return name;
}
