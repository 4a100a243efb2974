import { uniqueName } from "../../support/app.ts";
import { createFont, uploadFont } from "../../support/fonts.ts";
import { specText } from "../../support/openapi.ts";
import { siteEvent } from "../../support/site-events.ts";
import { type Case, type Cases, withBody, withNew } from "../case.ts";
import { adaptiveSchema, createHostname, type ResourceIds } from "../resources.ts";
import { adminCall, newContent, type World } from "../world.ts";

/** Allowed callers change the spare site, which no other case reads. */
function changing(
  body?: (ids: ResourceIds) => object,
  make: (world: World, site: string) => Promise<ResourceIds> = async () => ({}),
): Case {
  const bodyPart = (ids: ResourceIds) => (body ? { body: body(ids) } : {});
  return {
    send: ({ ids }) => bodyPart(ids),
    whenAllowed: async (world) => {
      const site = `/orgs/${world.owner.organizationId}/sites/${world.spare.siteId}`;
      const params = { ...world.spare, ...(await make(world, site)) };
      return { params, ...bodyPart(params) };
    },
  };
}

const creatorOf =
  (id: string, part: string, body: (world: World) => object | Promise<object>) =>
  async (world: World, site: string): Promise<ResourceIds> => ({
    [id]: (await adminCall(world, `POST ${site}/${part}`, await body(world))).id,
  });

/** A space that the site does not contain yet. */
const anotherSpace = async (world: World) => ({ spaceId: await newContent(world, "spaces") });
const newSection = creatorOf("siteSectionId", "sections", anotherSpace);
const newGroup = creatorOf("siteSectionGroupId", "section-groups", () => ({ title: "New" }));
const newSiteSpace = creatorOf("siteSpaceId", "site-spaces", anotherSpace);
const newLink = creatorOf("shareLinkId", "share-links", () => ({ name: "New" }));
const redirecting = ({ siteSectionId }: ResourceIds) => ({
  source: `/${uniqueName()}`,
  destination: { kind: "site-section", siteSectionId },
});
const newRedirect = creatorOf("siteRedirectId", "redirects", ({ spare }) => redirecting(spare));
const addedServer = { name: "New", url: "https://mcp.example.com/", headers: {} };
const newServer = creatorOf("siteMcpServerId", "mcp-servers", () => addedServer);
const newSite = async (world: World) => ({
  siteId: (await adminCall(world, `POST /orgs/${world.owner.organizationId}/sites`, {})).id,
});

async function sectionInGroup(world: World, site: string): Promise<ResourceIds> {
  const { siteSectionId = "" } = await newSection(world, site);
  const { siteSectionGroupId = "" } = await newGroup(world, site);
  const body = { sectionId: siteSectionId };
  await adminCall(world, `POST ${site}/section-groups/${siteSectionGroupId}/sections`, body);
  return { siteSectionId, siteSectionGroupId };
}

const customizing = { styling: { theme: "clean" } };

async function newSpec(world: World): Promise<{ params: ResourceIds }> {
  const specSlug = uniqueName();
  await adminCall(world, `PUT /orgs/${world.owner.organizationId}/openapi/${specSlug}`, {
    source: { text: specText("New") },
  });
  return { params: { specSlug } };
}
const unusedSpec = ({ ids }: World) => ({
  specSlug: ids.unusedSlug ?? "",
  versionId: ids.unusedVersionId ?? "",
});
const specOperations = [
  ...["getOpenAPISpecBySlug", "listOpenAPISpecVersions", "getLatestOpenAPISpecVersion"],
  ...["getLatestOpenAPISpecVersionContent", "getLatestOpenAPISpecVersionContentRaw"],
  ...["getOpenAPISpecVersionById", "getOpenAPISpecVersionContentById", "getOpenAPISpecVersionContentRawById"],
];
const notShown = "on a spec that no site shows";

/** Allowed callers change page sets of their own. A spec has a limited number of them. */
async function newPageSet(world: World): Promise<ResourceIds> {
  const specSlug = world.ids.unusedSlug ?? "";
  const path = `/orgs/${world.owner.organizationId}/openapi/${specSlug}/page-sets`;
  const { items } = await adminCall(world, `GET ${path}`);
  for (const { id } of items) if (id !== world.ids.pageSetId) await adminCall(world, `DELETE ${path}/${id}`);
  const { id } = await adminCall(world, `POST ${path}`, { space: world.ids.spaceId });
  return { specSlug, pageSetId: id };
}

function onPageSet(body?: object): Case {
  const parts = body === undefined ? {} : { body };
  return {
    send: (world) => ({ params: unusedSpec(world), ...parts }),
    whenAllowed: async (world) => ({ params: await newPageSet(world), ...parts }),
  };
}

const specCases: Cases = {
  ...Object.fromEntries(
    specOperations.map((id): [string, Case] => [
      `${id} ${notShown}`,
      { send: (world) => ({ params: unusedSpec(world) }) },
    ]),
  ),
  createOpenAPISpec: { send: () => ({ body: { slug: uniqueName(), source: { text: specText("New") } } }) },
  "createOrUpdateOpenAPISpecBySlug on a new spec": {
    send: () => ({ params: { specSlug: uniqueName() }, body: { source: { text: specText("New") } } }),
  },
  [`createOrUpdateOpenAPISpecBySlug ${notShown}`]: {
    send: (world) => ({ params: unusedSpec(world), body: { source: { text: specText("New") } } }),
  },
  updateOpenAPISpecBySlug: {
    send: (world) => ({ params: unusedSpec(world), body: { visibility: "private" } }),
  },
  getOpenAPISpecChanges: { send: (world) => ({ params: unusedSpec(world) }) },
  listOpenAPIPageSets: { send: (world) => ({ params: unusedSpec(world) }) },
  getOpenAPIPageSet: { send: (world) => ({ params: unusedSpec(world) }) },
  createOpenAPIPageSet: {
    send: (world) => ({ params: unusedSpec(world), body: { space: world.ids.spaceId } }),
    whenAllowed: async (world) => {
      const { specSlug = "" } = await newPageSet(world);
      return { params: { specSlug }, body: { space: world.ids.spaceId } };
    },
  },
  updateOpenAPIPageSet: onPageSet({ models: true }),
  syncOpenAPIPageSet: onPageSet(),
  deleteOpenAPIPageSet: onPageSet(),
  deleteOpenAPISpecBySlug: { send: (world) => ({ params: unusedSpec(world) }), whenAllowed: newSpec },
  createTranslation: withBody({ title: "New" }),
  updateTranslation: withBody({ title: "New" }),
  deleteTranslation: {
    whenAllowed: async (world) => {
      const path = `/orgs/${world.owner.organizationId}/translations`;
      const { id } = await adminCall(world, `POST ${path}`, { title: "New" });
      return { params: { translationSettingsId: id } };
    },
  },
};

const newFont = async ({ owner }: World) => ({ fontId: (await createFont(owner)).id as string });

const fontCases: Cases = {
  generateStorageUploadURL: withBody({
    file: { name: "a.woff2", type: "font/woff2", size: 100 },
    kind: "customization_font",
  }),
  createCustomFont: {
    send: () => ({ body: { fontFamily: "New", fontFaces: [{ weight: 400, storageKey: "fonts/unknown" }] } }),
    whenAllowed: async ({ owner }) => ({
      body: { fontFamily: "New", fontFaces: [{ weight: 400, storageKey: await uploadFont(owner) }] },
    }),
  },
  updateCustomFont: withBody({ fontFamily: "New" }),
  deleteCustomFont: withNew(newFont),
  removeCustomHostname: withNew(({ owner, ids }) => createHostname(owner, ids.spaceId ?? "")),
};

export const siteCases: Cases = {
  createSite: withBody({ title: "New" }),
  updateSiteById: changing(() => ({ title: "New" })),
  deleteSiteById: changing(undefined, newSite),
  publishSite: changing(undefined, newSite),
  unpublishSite: changing(),
  updateSiteAdaptiveSchema: changing(() => ({ jsonSchema: adaptiveSchema })),
  updateSitePublishingAuthById: changing(() => ({ fallbackURL: null })),
  regenerateSitePublishingAuthById: changing(),
  updateSiteCustomizationById: changing(() => customizing),
  overrideSiteSpaceCustomizationById: changing(() => customizing),
  previewSiteCustomization: withBody({ customization: { title: "New" } }),
  deleteSiteSpaceCustomizationById: changing(undefined, async (world, site) => {
    const { siteSpaceId } = world.spare;
    await adminCall(world, `PATCH ${site}/site-spaces/${siteSpaceId}/customization`, customizing);
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
  createSiteMcpServer: changing(() => addedServer),
  updateSiteMcpServerById: changing(() => ({ name: "New" })),
  deleteSiteMcpServerById: changing(undefined, newServer),
  importSiteRedirects: changing(() => ({ redirects: [{ source: `/${uniqueName()}`, destination: "/" }] })),
  explainSiteAddress: { send: () => ({ query: { address: "/old" } }) },
  checkSiteVisitor: withBody({ claims: { plan: "pro" } }),
  checkSiteVisitorPages: withBody({ claims: { plan: "pro" } }),
  getSiteRedirectBySource: { send: () => ({ query: { source: "/old" } }) },
  trackEventsInSiteById: withBody({ events: [siteEvent("page_view")] }),
  aggregateSiteEvents: withBody({ range: "last7Days", groupBy: [{ column: "page" }] }),
  searchSiteContent: withBody({ query: "wombat", mode: "all" }),
  resolvePublishedContentByUrl: withBody(({ ids }) => ({ url: ids.published })),
  getPublishedContentByUrl: { send: ({ ids }) => ({ query: { url: ids.published ?? "" } }) },
  "getContentByUrl on the space": {
    send: ({ app, ids }) => ({ query: { url: app.context.urls.app(`/spaces/${ids.spaceId}`) } }),
  },
  "getContentByUrl on the collection": {
    send: ({ app, ids }) => ({ query: { url: app.context.urls.app(`/collections/${ids.collectionId}`) } }),
  },
  "getContentByUrl on a page of a site": {
    send: ({ ids }) => ({ query: { url: `${ids.published}/${ids.pagePath}` } }),
  },
  ...specCases,
  ...fontCases,
};
