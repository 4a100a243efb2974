import { uniqueName } from "../../support/app.ts";
import { specText } from "../../support/openapi.ts";
import { type Case, type Cases, sending } from "../case.ts";
import { adaptiveSchema, type Things } from "../things.ts";
import { ask, newContent, type World } from "../world.ts";

/** What changes a site is done to one that nobody reads. */
function changing(
  body?: (things: Things) => object,
  make: (world: World, site: string) => Promise<Things> = async () => ({}),
): Case {
  const sent = (things: Things) => (body ? { body: body(things) } : {});
  return {
    send: ({ things }) => sent(things),
    afresh: async (world) => {
      const site = `/orgs/${world.owner.organizationId}/sites/${world.spare.siteId}`;
      const params = { ...world.spare, ...(await make(world, site)) };
      return { params, ...sent(params) };
    },
  };
}

const made =
  (id: string, part: string, body: (world: World) => object | Promise<object>) =>
  async (world: World, site: string): Promise<Things> => ({
    [id]: (await ask(world, `POST ${site}/${part}`, await body(world))).id,
  });

/** Another space that the site does not show yet. */
const anotherSpace = async (world: World) => ({ spaceId: await newContent(world, "spaces") });
const newSection = made("siteSectionId", "sections", anotherSpace);
const newGroup = made("siteSectionGroupId", "section-groups", () => ({ title: "New" }));
const newSiteSpace = made("siteSpaceId", "site-spaces", anotherSpace);
const newLink = made("shareLinkId", "share-links", () => ({ name: "New" }));
const redirecting = ({ siteSectionId }: Things) => ({
  source: `/${uniqueName()}`,
  destination: { kind: "site-section", siteSectionId },
});
const newRedirect = made("siteRedirectId", "redirects", ({ spare }) => redirecting(spare));
const newSite = async (world: World) => ({
  siteId: (await ask(world, `POST /orgs/${world.owner.organizationId}/sites`, {})).id,
});

async function sectionInGroup(world: World, site: string): Promise<Things> {
  const { siteSectionId = "" } = await newSection(world, site);
  const { siteSectionGroupId = "" } = await newGroup(world, site);
  const body = { sectionId: siteSectionId };
  await ask(world, `POST ${site}/section-groups/${siteSectionGroupId}/sections`, body);
  return { siteSectionId, siteSectionGroupId };
}

const customizing = { styling: { theme: "clean" } };

async function newSpec(world: World): Promise<{ params: Things }> {
  const specSlug = uniqueName();
  await ask(world, `PUT /orgs/${world.owner.organizationId}/openapi/${specSlug}`, {
    source: { text: specText("New") },
  });
  return { params: { specSlug } };
}
const unseen = ({ things }: World) => ({
  specSlug: things.unseenSlug ?? "",
  versionId: things.unseenVersion ?? "",
});
const specOperations = [
  ...["getOpenAPISpecBySlug", "listOpenAPISpecVersions", "getLatestOpenAPISpecVersion"],
  ...["getLatestOpenAPISpecVersionContent", "getLatestOpenAPISpecVersionContentRaw"],
  ...["getOpenAPISpecVersionById", "getOpenAPISpecVersionContentById", "getOpenAPISpecVersionContentRawById"],
];
const notShown = "on a spec that no site shows";

const ofSpecs: Cases = {
  ...Object.fromEntries(
    specOperations.map((id): [string, Case] => [
      `${id} ${notShown}`,
      { send: (world) => ({ params: unseen(world) }) },
    ]),
  ),
  createOpenAPISpec: { send: () => ({ body: { slug: uniqueName(), source: { text: specText("New") } } }) },
  "createOrUpdateOpenAPISpecBySlug on a new spec": {
    send: () => ({ params: { specSlug: uniqueName() }, body: { source: { text: specText("New") } } }),
  },
  [`createOrUpdateOpenAPISpecBySlug ${notShown}`]: {
    send: (world) => ({ params: unseen(world), body: { source: { text: specText("New") } } }),
  },
  updateOpenAPISpecBySlug: { send: (world) => ({ params: unseen(world), body: { visibility: "private" } }) },
  deleteOpenAPISpecBySlug: { send: (world) => ({ params: unseen(world) }), afresh: newSpec },
  createTranslation: sending({ title: "New" }),
  updateTranslation: sending({ title: "New" }),
  deleteTranslation: {
    afresh: async (world) => {
      const path = `/orgs/${world.owner.organizationId}/translations`;
      const { id } = await ask(world, `POST ${path}`, { title: "New" });
      return { params: { translationSettingsId: id } };
    },
  },
};

export const ofSites: Cases = {
  createSite: sending({ title: "New" }),
  updateSiteById: changing(() => ({ title: "New" })),
  deleteSiteById: changing(undefined, newSite),
  publishSite: changing(undefined, newSite),
  unpublishSite: changing(),
  updateSiteAdaptiveSchema: changing(() => ({ jsonSchema: adaptiveSchema })),
  updateSitePublishingAuthById: changing(() => ({ fallbackURL: null })),
  regenerateSitePublishingAuthById: changing(),
  updateSiteCustomizationById: changing(() => customizing),
  overrideSiteSpaceCustomizationById: changing(() => customizing),
  deleteSiteSpaceCustomizationById: changing(undefined, async (world, site) => {
    const { siteSpaceId } = world.spare;
    await ask(world, `PATCH ${site}/site-spaces/${siteSpaceId}/customization`, customizing);
    return {};
  }),
  addSectionToSite: changing(({ spaceId }) => ({ spaceId }), anotherSpace),
  updateSiteSectionById: changing(() => ({ title: "New" })),
  deleteSiteSectionById: changing(undefined, newSection),
  moveSiteSection: changing(() => ({ position: {} })),
  addSectionGroupToSite: changing(() => ({ title: "New" })),
  updateSiteSectionGroupById: changing(() => ({ title: "New" })),
  deleteSiteSectionGroupById: changing(undefined, newGroup),
  addSectionToGroup: changing(({ siteSectionId }) => ({ sectionId: siteSectionId }), newSection),
  removeSectionFromGroup: changing(undefined, sectionInGroup),
  moveSiteSectionGroup: changing(() => ({ position: {} })),
  addSpaceToSite: changing(({ spaceId }) => ({ spaceId }), anotherSpace),
  updateSiteSpaceById: changing(() => ({ condition: null })),
  deleteSiteSpaceById: changing(undefined, newSiteSpace),
  moveSiteSpace: changing(() => ({ position: {} })),
  sortSiteStructure: changing(({ siteSectionId }) => ({ item: { type: "site-section", id: siteSectionId } })),
  createSiteShareLink: changing(() => ({ name: "New" })),
  updateSiteShareLinkById: changing(() => ({ name: "New" })),
  deleteSiteShareLinkById: changing(undefined, newLink),
  createSiteRedirect: changing(redirecting),
  updateSiteRedirectById: changing(() => ({ source: "/old" })),
  deleteSiteRedirectById: changing(undefined, newRedirect),
  getSiteRedirectBySource: { send: () => ({ query: { source: "/old" } }) },
  searchSiteContent: sending({ query: "wombat", mode: "all" }),
  resolvePublishedContentByUrl: sending(({ things }) => ({ url: things.published })),
  getPublishedContentByUrl: { send: ({ things }) => ({ query: { url: things.published ?? "" } }) },
  "getContentByUrl on the space": {
    send: ({ app, things }) => ({ query: { url: app.context.urls.app(`/spaces/${things.spaceId}`) } }),
  },
  "getContentByUrl on the collection": {
    send: ({ app, things }) => ({
      query: { url: app.context.urls.app(`/collections/${things.collectionId}`) },
    }),
  },
  "getContentByUrl on a page of a site": {
    send: ({ things }) => ({ query: { url: `${things.published}/${things.pagePath}` } }),
  },
  ...ofSpecs,
};
