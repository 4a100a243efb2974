import { changeRequestContent } from "../../src/api/change-request-content/routes.ts";
import { changeRequests } from "../../src/api/change-requests/routes.ts";
import { collections } from "../../src/api/collections/routes.ts";
import { changeRequestComments, spaceComments } from "../../src/api/comments/routes.ts";
import { content } from "../../src/api/content/routes.ts";
import { imports } from "../../src/api/imports/routes.ts";
import { installations } from "../../src/api/installations/routes.ts";
import { integrations } from "../../src/api/integrations/routes.ts";
import { invites } from "../../src/api/invites/routes.ts";
import { links } from "../../src/api/links/routes.ts";
import { members } from "../../src/api/members/routes.ts";
import { openapiSpecs } from "../../src/api/openapi-specs/routes.ts";
import { organizations } from "../../src/api/organizations/routes.ts";
import { pdf } from "../../src/api/pdf/routes.ts";
import { permissions } from "../../src/api/permissions/routes.ts";
import { published } from "../../src/api/published/routes.ts";
import { reviews } from "../../src/api/reviews/routes.ts";
import { samlProviders } from "../../src/api/saml-providers/routes.ts";
import { search } from "../../src/api/search/routes.ts";
import { siteRedirects } from "../../src/api/site-redirects/routes.ts";
import { siteShareLinks } from "../../src/api/site-share-links/routes.ts";
import {
  siteSectionGroups,
  siteSections,
  siteSpaces,
  siteStructure,
} from "../../src/api/site-structure/routes.ts";
import { sites } from "../../src/api/sites/routes.ts";
import { spaces } from "../../src/api/spaces/routes.ts";
import { teams } from "../../src/api/teams/routes.ts";
import { translations } from "../../src/api/translations/routes.ts";
import { users } from "../../src/api/users/routes.ts";

/** Which chapters the official client walks in which suite; each of them in one. */
export const parts = {
  people: [users, organizations, invites, members, teams],
  content: [collections, spaces, permissions, content],
  changeRequests: [changeRequests, reviews, changeRequestContent],
  imports: [imports],
  pdf: [pdf],
  linksAndSearch: [links, search],
  comments: [spaceComments, changeRequestComments],
  sites: [
    sites,
    siteSections,
    siteSectionGroups,
    siteSpaces,
    siteStructure,
    siteShareLinks,
    siteRedirects,
    published,
  ],
  singleSignOn: [samlProviders],
  openapiAndTranslations: [openapiSpecs, translations],
  integrations: [integrations, installations],
};
