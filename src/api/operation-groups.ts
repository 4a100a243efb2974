import { account } from "./account/index.ts";
import { changeRequests } from "./change-requests/index.ts";
import { collections } from "./collections/index.ts";
import { changeRequestComments, spaceComments } from "./comments/index.ts";
import { changeRequestContent, content } from "./content/index.ts";
import { conversions } from "./conversions/index.ts";
import { embeds } from "./embeds/index.ts";
import { exports } from "./exports/index.ts";
import { fileUploads } from "./file-uploads/index.ts";
import { fonts } from "./fonts/index.ts";
import { history } from "./history/index.ts";
import { hostnames } from "./hostnames/index.ts";
import type { OperationGroup } from "./http/index.ts";
import { importRuns, imports } from "./imports/index.ts";
import { installations } from "./installations/index.ts";
import { integrations } from "./integrations/index.ts";
import { invites } from "./invites/index.ts";
import { links } from "./links/index.ts";
import { members } from "./members/index.ts";
import { notifications } from "./notifications/index.ts";
import { openapiPageSets } from "./openapi-page-sets/index.ts";
import { openapiSpecs } from "./openapi-specs/index.ts";
import { organizations } from "./organizations/index.ts";
import { pdf } from "./pdf/index.ts";
import { permissions } from "./permissions/index.ts";
import { previewLinks } from "./preview-links/index.ts";
import { published } from "./published/index.ts";
import { pendingComments, reviews } from "./reviews/index.ts";
import { samlProviders } from "./saml-providers/index.ts";
import { search } from "./search/index.ts";
import { server } from "./server/index.ts";
import { siteInsights } from "./site-insights/index.ts";
import { siteMcpServers } from "./site-mcp-servers/index.ts";
import { siteRedirects } from "./site-redirects/index.ts";
import { siteShareLinks } from "./site-share-links/index.ts";
import { siteSectionGroups, siteSections, siteSpaces, siteStructure } from "./site-structure/index.ts";
import { sites } from "./sites/index.ts";
import { spaces } from "./spaces/index.ts";
import { listTeamsOfMember, teams } from "./teams/index.ts";
import { templates } from "./templates/index.ts";
import { tokens } from "./tokens/index.ts";
import { translations } from "./translations/index.ts";
import { users } from "./users/index.ts";

/** All operations of the API, in the order of the reference. */
export const operationGroups: readonly OperationGroup[] = [
  users,
  account,
  tokens,
  organizations,
  invites,
  { ...members, operations: [...members.operations, listTeamsOfMember] },
  teams,
  samlProviders,
  collections,
  spaces,
  permissions,
  content,
  history,
  spaceComments,
  changeRequests,
  reviews,
  pendingComments,
  previewLinks,
  changeRequestComments,
  notifications,
  changeRequestContent,
  conversions,
  fileUploads,
  templates,
  imports,
  importRuns,
  exports,
  pdf,
  links,
  embeds,
  search,
  sites,
  siteSections,
  siteSectionGroups,
  siteSpaces,
  siteStructure,
  siteShareLinks,
  siteRedirects,
  siteMcpServers,
  siteInsights,
  published,
  fonts,
  hostnames,
  openapiSpecs,
  openapiPageSets,
  translations,
  integrations,
  installations,
  server,
];
