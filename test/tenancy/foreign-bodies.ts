import { manifest } from "../support/integrations.ts";
import type { Things } from "./things.ts";

/** A request whose body names something that it must not. */
export interface Naming {
  readonly address: string;
  readonly body: object;
  /** What is named. */
  readonly ids: readonly string[];
}

type Body = (id: string) => object;

/** The same request for several ways to name one thing. */
function name(address: string, id: string | undefined, ...bodies: readonly Body[]): Naming[] {
  return bodies.map((body) => ({ address, body: body(id ?? ""), ids: [id ?? ""] }));
}

/** What belongs to another organization. */
export function besideOrganization(own: Things, other: Things): Naming[] {
  const organization = `/orgs/${own.organizationId}`;
  const [space, collection] = [`/spaces/${own.spaceId}`, `/collections/${own.collectionId}`];
  const request = `${space}/change-requests/${own.changeRequestId}`;
  const installation = `/integrations/${own.integrationName}/installations/${own.installationId}`;
  const inside: Body = (parent) => ({ parent });
  const beside = (type: "space" | "collection"): Body[] => [
    (id) => ({ position: { before: { type, [type]: id } } }),
    (id) => ({ position: { after: { type, [type]: id } } }),
  ];
  return [
    ...["collections", "spaces"].flatMap((kind) => [
      ...name(`POST ${organization}/${kind}`, other.collectionId, inside),
      ...name(`POST ${organization}/${kind}`, other.spaceId, inside),
    ]),
    ...[space, collection].flatMap((moved) => [
      ...name(`POST ${moved}/move`, other.homeId, inside),
      ...name(`POST ${moved}/move`, other.spaceId, ...beside("space")),
      ...name(`POST ${moved}/move`, other.collectionId, ...beside("collection")),
      ...name(`POST ${moved}/permissions`, other.userId, (id) => ({ role: "admin", users: [id] })),
      ...name(`POST ${moved}/permissions`, other.teamId, (id) => ({ role: "admin", teams: [id] })),
    ]),
    ...name(`PUT ${organization}/teams`, other.userId, (id) => ({ title: "New", members: [id] })),
    ...name(
      `PUT ${organization}/teams/${own.teamId}/members`,
      other.userId,
      (id) => ({ add: [id] }),
      (id) => ({ memberships: { [id]: { role: "owner" } } }),
    ),
    ...name(`POST ${request}/requested-reviewers`, other.userId, (id) => ({ users: [id] })),
    ...name(`POST ${organization}/sites`, other.spaceId, (id) => ({ spaces: [id] })),
    ...name(`PATCH ${organization}`, other.siteId, (id) => ({ defaultContent: { type: "site", site: id } })),
    ...name(`POST ${organization}/saml`, other.teamId, (id) => ({ label: "New", defaultTeam: id })),
    ...name(`PATCH ${organization}/saml/${own.samlProviderId}`, other.teamId, (id) => ({ defaultTeam: id })),
    ...name(`POST ${organization}/link-invites`, other.spaceId, (id) => ({ space: id, level: "admin" })),
    ...name(`POST ${organization}/link-invites`, other.collectionId, (id) => ({
      collection: id,
      level: "admin",
    })),
    ...name(`POST ${installation}/spaces`, other.spaceId, (id) => ({ space: id })),
    ...name(`POST ${installation}/sites`, other.siteId, (siteId) => ({ siteId })),
    ...["site-spaces", "sections"].flatMap((part) =>
      name(`POST ${organization}/sites/${own.siteId}/${part}`, other.spaceId, (spaceId) => ({ spaceId })),
    ),
    ...name(
      `PATCH ${organization}/sites/${own.siteId}/site-spaces/${own.siteSpaceId}`,
      other.spaceId,
      (spaceId) => ({ spaceId }),
    ),
  ];
}

/** What belongs to another site. */
export function besideSite(own: Things, other: Things): Naming[] {
  const site = `/orgs/${own.organizationId}/sites/${own.siteId}`;
  const { siteSectionId: section, siteSectionGroupId: group, siteSpaceId: siteSpace } = other;
  const item = { type: "site-section", id: own.siteSectionId };
  const to = (destination: (id: string) => object): Body[] => [
    (id) => ({ source: "/new", destination: destination(id) }),
  ];
  const redirects = [`POST ${site}/redirects`, `PATCH ${site}/redirects/${own.siteRedirectId}`];
  return [
    ...name(`POST ${site}/site-spaces`, section, (sectionId) => ({ spaceId: own.lockedId, sectionId })),
    ...name(`POST ${site}/section-groups`, section, (id) => ({ title: "New", sections: [id] })),
    ...name(`POST ${site}/section-groups/${own.siteSectionGroupId}/sections`, section, (sectionId) => ({
      sectionId,
    })),
    ...name(`PATCH ${site}/sections/${own.siteSectionId}`, siteSpace, (id) => ({ defaultSiteSpace: id })),
    ...name(`PATCH ${site}`, siteSpace, (id) => ({ defaultSiteSpace: id })),
    ...name(`PATCH ${site}`, section, (id) => ({ defaultSiteSection: id })),
    ...name(
      `PATCH ${site}/structure/sort`,
      section,
      (id) => ({ item: { type: "site-section", id } }),
      (id) => ({ item, position: { before: { type: "site-section", id } } }),
    ),
    ...name(`PATCH ${site}/structure/sort`, group, (id) => ({ item: { type: "site-section-group", id } })),
    ...name(`PATCH ${site}/structure/sort`, siteSpace, (id) => ({ item: { type: "site-space", id } })),
    ...name(`POST ${site}/sections/${own.siteSectionId}/move`, section, (id) => ({
      position: { before: { type: "site-section", siteSection: id } },
    })),
    ...name(`POST ${site}/section-groups/${own.siteSectionGroupId}/move`, section, (id) => ({
      position: { before: { type: "site-section", id } },
    })),
    ...name(`POST ${site}/site-spaces/${own.siteSpaceId}/move`, siteSpace, (id) => ({
      position: { before: { type: "site-space", siteSpace: id } },
    })),
    ...redirects.flatMap((address) => [
      ...name(address, section, ...to((siteSectionId) => ({ kind: "site-section", siteSectionId }))),
      ...name(address, siteSpace, ...to((siteSpaceId) => ({ kind: "site-space", siteSpaceId }))),
      ...name(
        address,
        other.pageId,
        ...to((pageId) => ({ kind: "site-page", siteSpaceId: own.siteSpaceId, pageId })),
      ),
    ]),
  ];
}

/** What belongs to the content of another space. */
export function besideSpace(own: Things, other: Things): Naming[] {
  const space = `/spaces/${own.spaceId}`;
  const request = `${space}/change-requests/${own.changeRequestId}`;
  const change = (fields: (id: string) => object): Body[] => [(id) => ({ changes: [fields(id)] })];
  return [space, request].flatMap((place) => [
    ...name(
      `POST ${place}/content`,
      other.pageId,
      ...change((into) => ({ operation: "insert_page", title: "New", into })),
      ...change((into) => ({ operation: "update_page", page: own.pageId, into })),
      ...change((page) => ({ operation: "update_page", page, title: "New" })),
      ...change((page) => ({ operation: "delete_page", page })),
      ...change((page) => ({ operation: "revert_page", page })),
    ),
    ...name(
      `POST ${place}/content`,
      other.revisionId,
      ...change((revision) => ({ operation: "revert_page", page: own.pageId, revision })),
    ),
    ...name(
      `POST ${place}/content`,
      other.fileId,
      ...change((file) => ({ operation: "update_file", file, name: "b.txt" })),
      ...change((file) => ({ operation: "delete_file", file })),
    ),
    ...name(
      `POST ${place}/content`,
      other.reusableContentId,
      ...change((reusableContent) => ({
        operation: "update_reusable_content",
        reusableContent,
        title: "New",
      })),
      ...change((reusableContent) => ({ operation: "delete_reusable_content", reusableContent })),
    ),
    ...name(`POST ${place}/comments`, other.pageId, (page) => ({ page, body: { markdown: "Hm." } })),
  ]);
}

/** What only those can name who are in the other organization. */
export function beyondReach(own: Things, other: Things): Naming[] {
  const organization: Body = (id) => ({ organization: id });
  const target: Body = (space) => ({
    changes: [{ operation: "insert_page", type: "link", title: "New", target: { kind: "space", space } }],
  });
  return [
    ...name(`POST /spaces/${own.spaceId}/transfer`, other.organizationId, organization),
    ...name(`POST /collections/${own.collectionId}/transfer`, other.organizationId, organization),
    ...name(`POST /integrations/${own.integrationName}/installations`, other.organizationId, organization),
    ...name("POST /integrations/new-name", other.organizationId, (id) => manifest(id)),
    ...name(`POST /spaces/${own.spaceId}/content`, other.spaceId, target),
  ];
}
