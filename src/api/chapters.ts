import { changeRequestContent } from "./change-request-content/routes.ts";
import { changeRequests } from "./change-requests/routes.ts";
import { collections } from "./collections/routes.ts";
import { changeRequestComments, spaceComments } from "./comments/routes.ts";
import { content } from "./content/routes.ts";
import type { Chapter } from "./http/operation.ts";
import { imports } from "./imports/routes.ts";
import { installations } from "./installations/routes.ts";
import { integrations } from "./integrations/routes.ts";
import { invites } from "./invites/routes.ts";
import { links } from "./links/routes.ts";
import { members } from "./members/routes.ts";
import { openapiSpecs } from "./openapi-specs/routes.ts";
import { organizations } from "./organizations/routes.ts";
import { pdf } from "./pdf/routes.ts";
import { permissions } from "./permissions/routes.ts";
import { published } from "./published/routes.ts";
import { reviews } from "./reviews/routes.ts";
import { samlProviders } from "./saml-providers/routes.ts";
import { search } from "./search/routes.ts";
import { siteRedirects } from "./site-redirects/routes.ts";
import { siteShareLinks } from "./site-share-links/routes.ts";
import { siteSectionGroups, siteSections, siteSpaces, siteStructure } from "./site-structure/routes.ts";
import { sites } from "./sites/routes.ts";
import { spaces } from "./spaces/routes.ts";
import { listTeamsOfMember } from "./teams/member-teams.ts";
import { teams } from "./teams/routes.ts";
import { translations } from "./translations/routes.ts";
import { users } from "./users/routes.ts";

/** The whole API, chapter by chapter, in the order of the reference. */
export const chapters: readonly Chapter[] = [
  users,
  organizations,
  invites,
  { ...members, operations: [...members.operations, listTeamsOfMember] },
  teams,
  samlProviders,
  collections,
  spaces,
  permissions,
  content,
  spaceComments,
  changeRequests,
  reviews,
  changeRequestComments,
  changeRequestContent,
  imports,
  pdf,
  links,
  search,
  sites,
  siteSections,
  siteSectionGroups,
  siteSpaces,
  siteStructure,
  siteShareLinks,
  siteRedirects,
  published,
  openapiSpecs,
  translations,
  integrations,
  installations,
];
