import { changeRequestContent } from "../../src/resources/change-request-content/routes.ts";
import { changeRequests } from "../../src/resources/change-requests/routes.ts";
import { collections } from "../../src/resources/collections/routes.ts";
import { changeRequestComments, spaceComments } from "../../src/resources/comments/routes.ts";
import { content } from "../../src/resources/content/routes.ts";
import { imports } from "../../src/resources/imports/routes.ts";
import { installations } from "../../src/resources/installations/routes.ts";
import { integrations } from "../../src/resources/integrations/routes.ts";
import { invites } from "../../src/resources/invites/routes.ts";
import { links } from "../../src/resources/links/routes.ts";
import { members } from "../../src/resources/members/routes.ts";
import { openapiSpecs } from "../../src/resources/openapi-specs/routes.ts";
import { organizations } from "../../src/resources/organizations/routes.ts";
import { pdf } from "../../src/resources/pdf/routes.ts";
import { permissions } from "../../src/resources/permissions/routes.ts";
import { published } from "../../src/resources/published/routes.ts";
import { reviews } from "../../src/resources/reviews/routes.ts";
import { samlProviders } from "../../src/resources/saml-providers/routes.ts";
import { search } from "../../src/resources/search/routes.ts";
import { siteRedirects } from "../../src/resources/site-redirects/routes.ts";
import { siteShareLinks } from "../../src/resources/site-share-links/routes.ts";
import {
  siteSectionGroups,
  siteSections,
  siteSpaces,
  siteStructure,
} from "../../src/resources/site-structure/routes.ts";
import { sites } from "../../src/resources/sites/routes.ts";
import { spaces } from "../../src/resources/spaces/routes.ts";
import { teams } from "../../src/resources/teams/routes.ts";
import { translations } from "../../src/resources/translations/routes.ts";
import { users } from "../../src/resources/users/routes.ts";

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
