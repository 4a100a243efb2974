import { manifest } from "../support/integrations.ts";
import type { ResourceIds } from "./resources.ts";

/** A request whose body references foreign resources. */
export interface ForeignReference {
  /** Method and path. */
  readonly endpoint: string;
  readonly body: object;
  readonly ids: readonly string[];
}

type Body = (id: string) => object;

/** The same request with several bodies that reference one resource. */
function reference(endpoint: string, id: string | undefined, ...bodies: readonly Body[]): ForeignReference[] {
  return bodies.map((body) => ({ endpoint, body: body(id ?? ""), ids: [id ?? ""] }));
}

export function organizationReferences(own: ResourceIds, other: ResourceIds): ForeignReference[] {
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
      ...reference(`POST ${organization}/${kind}`, other.collectionId, inside),
      ...reference(`POST ${organization}/${kind}`, other.spaceId, inside),
    ]),
    ...[space, collection].flatMap((item) => [
      ...reference(`POST ${item}/move`, other.parentId, inside),
      ...reference(`POST ${item}/move`, other.spaceId, ...beside("space")),
      ...reference(`POST ${item}/move`, other.collectionId, ...beside("collection")),
      ...reference(`POST ${item}/permissions`, other.userId, (id) => ({ role: "admin", users: [id] })),
      ...reference(`POST ${item}/permissions`, other.teamId, (id) => ({ role: "admin", teams: [id] })),
    ]),
    ...reference(`PUT ${organization}/teams`, other.userId, (id) => ({ title: "New", members: [id] })),
    ...reference(
      `PUT ${organization}/teams/${own.teamId}/members`,
      other.userId,
      (id) => ({ add: [id] }),
      (id) => ({ memberships: { [id]: { role: "owner" } } }),
    ),
    ...reference(`POST ${request}/requested-reviewers`, other.userId, (id) => ({ users: [id] })),
    ...reference(`POST ${organization}/sites`, other.spaceId, (id) => ({ spaces: [id] })),
    ...reference(`PATCH ${organization}`, other.siteId, (id) => ({
      defaultContent: { type: "site", site: id },
    })),
    ...reference(`POST ${organization}/saml`, other.teamId, (id) => ({ label: "New", defaultTeam: id })),
    ...reference(`PATCH ${organization}/saml/${own.samlProviderId}`, other.teamId, (id) => ({
      defaultTeam: id,
    })),
    ...reference(`POST ${organization}/link-invites`, other.spaceId, (id) => ({ space: id, level: "admin" })),
    ...reference(`POST ${organization}/link-invites`, other.collectionId, (id) => ({
      collection: id,
      level: "admin",
    })),
    ...reference(`POST ${installation}/spaces`, other.spaceId, (id) => ({ space: id })),
    ...reference(`POST ${installation}/sites`, other.siteId, (siteId) => ({ siteId })),
    ...["site-spaces", "sections"].flatMap((part) =>
      reference(`POST ${organization}/sites/${own.siteId}/${part}`, other.spaceId, (spaceId) => ({
        spaceId,
      })),
    ),
    ...reference(
      `PATCH ${organization}/sites/${own.siteId}/site-spaces/${own.siteSpaceId}`,
      other.spaceId,
      (spaceId) => ({ spaceId }),
    ),
  ];
}

export function siteReferences(own: ResourceIds, other: ResourceIds): ForeignReference[] {
  const site = `/orgs/${own.organizationId}/sites/${own.siteId}`;
  const { siteSectionId: section, siteSectionGroupId: group, siteSpaceId: siteSpace } = other;
  const item = { type: "site-section", id: own.siteSectionId };
  const redirectBody = (destination: (id: string) => object): Body[] => [
    (id) => ({ source: "/new", destination: destination(id) }),
  ];
  const redirects = [`POST ${site}/redirects`, `PATCH ${site}/redirects/${own.siteRedirectId}`];
  return [
    ...reference(`POST ${site}/site-spaces`, section, (sectionId) => ({ spaceId: own.lockedId, sectionId })),
    ...reference(`POST ${site}/section-groups`, section, (id) => ({ title: "New", sections: [id] })),
    ...reference(`POST ${site}/section-groups/${own.siteSectionGroupId}/sections`, section, (sectionId) => ({
      sectionId,
    })),
    ...reference(`PATCH ${site}/sections/${own.siteSectionId}`, siteSpace, (id) => ({
      defaultSiteSpace: id,
    })),
    ...reference(`PATCH ${site}`, siteSpace, (id) => ({ defaultSiteSpace: id })),
    ...reference(`PATCH ${site}`, section, (id) => ({ defaultSiteSection: id })),
    ...reference(
      `PATCH ${site}/structure/sort`,
      section,
      (id) => ({ item: { type: "site-section", id } }),
      (id) => ({ item, position: { before: { type: "site-section", id } } }),
    ),
    ...reference(`PATCH ${site}/structure/sort`, group, (id) => ({
      item: { type: "site-section-group", id },
    })),
    ...reference(`PATCH ${site}/structure/sort`, siteSpace, (id) => ({ item: { type: "site-space", id } })),
    ...reference(`POST ${site}/sections/${own.siteSectionId}/move`, section, (id) => ({
      position: { before: { type: "site-section", siteSection: id } },
    })),
    ...reference(`POST ${site}/section-groups/${own.siteSectionGroupId}/move`, section, (id) => ({
      position: { before: { type: "site-section", id } },
    })),
    ...reference(`POST ${site}/site-spaces/${own.siteSpaceId}/move`, siteSpace, (id) => ({
      position: { before: { type: "site-space", siteSpace: id } },
    })),
    ...redirects.flatMap((endpoint) => [
      ...reference(
        endpoint,
        section,
        ...redirectBody((siteSectionId) => ({ kind: "site-section", siteSectionId })),
      ),
      ...reference(
        endpoint,
        siteSpace,
        ...redirectBody((siteSpaceId) => ({ kind: "site-space", siteSpaceId })),
      ),
      ...reference(
        endpoint,
        other.pageId,
        ...redirectBody((pageId) => ({ kind: "site-page", siteSpaceId: own.siteSpaceId, pageId })),
      ),
    ]),
  ];
}

export function spaceReferences(own: ResourceIds, other: ResourceIds): ForeignReference[] {
  const space = `/spaces/${own.spaceId}`;
  const request = `${space}/change-requests/${own.changeRequestId}`;
  const change = (fields: (id: string) => object): Body[] => [(id) => ({ changes: [fields(id)] })];
  return [space, request].flatMap((path) => [
    ...reference(
      `POST ${path}/content`,
      other.pageId,
      ...change((into) => ({ operation: "insert_page", title: "New", into })),
      ...change((into) => ({ operation: "update_page", page: own.pageId, into })),
      ...change((page) => ({ operation: "update_page", page, title: "New" })),
      ...change((page) => ({ operation: "delete_page", page })),
      ...change((page) => ({ operation: "revert_page", page })),
    ),
    ...reference(
      `POST ${path}/content`,
      other.revisionId,
      ...change((revision) => ({ operation: "revert_page", page: own.pageId, revision })),
    ),
    ...reference(`POST ${path}/content/page/${own.pageId}/blocks`, other.revisionId, (revision) => ({
      revision,
      changes: [],
    })),
    ...reference(
      `POST ${path}/content`,
      other.fileId,
      ...change((file) => ({ operation: "update_file", file, name: "b.txt" })),
      ...change((file) => ({ operation: "delete_file", file })),
    ),
    ...reference(
      `POST ${path}/content`,
      other.reusableContentId,
      ...change((reusableContent) => ({
        operation: "update_reusable_content",
        reusableContent,
        title: "New",
      })),
      ...change((reusableContent) => ({ operation: "delete_reusable_content", reusableContent })),
    ),
    ...reference(`POST ${path}/comments`, other.pageId, (page) => ({ page, body: { markdown: "Hm." } })),
  ]);
}

/** References to resources that only members of the other organization may use. */
export function unreachableReferences(own: ResourceIds, other: ResourceIds): ForeignReference[] {
  const organization: Body = (id) => ({ organization: id });
  const target: Body = (space) => ({
    changes: [{ operation: "insert_page", type: "link", title: "New", target: { kind: "space", space } }],
  });
  return [
    ...reference(`POST /spaces/${own.spaceId}/transfer`, other.organizationId, organization),
    ...reference(`POST /collections/${own.collectionId}/transfer`, other.organizationId, organization),
    ...reference(
      `POST /integrations/${own.integrationName}/installations`,
      other.organizationId,
      organization,
    ),
    ...reference("POST /integrations/new-name", other.organizationId, (id) => manifest(id)),
    ...reference(`POST /spaces/${own.spaceId}/content`, other.spaceId, target),
  ];
}
