import type { Chapter } from "./http/operation.ts";
import { changeRequestContent } from "./resources/change-request-content/routes.ts";
import { changeRequests } from "./resources/change-requests/routes.ts";
import { collections } from "./resources/collections/routes.ts";
import { changeRequestComments, spaceComments } from "./resources/comments/routes.ts";
import { content } from "./resources/content/routes.ts";
import { imports } from "./resources/imports/routes.ts";
import { installations } from "./resources/installations/routes.ts";
import { integrations } from "./resources/integrations/routes.ts";
import { invites } from "./resources/invites/routes.ts";
import { links } from "./resources/links/routes.ts";
import { members } from "./resources/members/routes.ts";
import { openapiSpecs } from "./resources/openapi-specs/routes.ts";
import { organizations } from "./resources/organizations/routes.ts";
import { pdf } from "./resources/pdf/routes.ts";
import { permissions } from "./resources/permissions/routes.ts";
import { published } from "./resources/published/routes.ts";
import { reviews } from "./resources/reviews/routes.ts";
import { samlProviders } from "./resources/saml-providers/routes.ts";
import { search } from "./resources/search/routes.ts";
import { siteRedirects } from "./resources/site-redirects/routes.ts";
import { siteShareLinks } from "./resources/site-share-links/routes.ts";
import {
  siteSectionGroups,
  siteSections,
  siteSpaces,
  siteStructure,
} from "./resources/site-structure/routes.ts";
import { sites } from "./resources/sites/routes.ts";
import { spaces } from "./resources/spaces/routes.ts";
import { teams } from "./resources/teams/routes.ts";
import { translations } from "./resources/translations/routes.ts";
import { users } from "./resources/users/routes.ts";

/** The whole API, chapter by chapter, in the order of the reference. */
export const chapters: readonly Chapter[] = [
  users,
  organizations,
  invites,
  members,
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
