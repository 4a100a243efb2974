import { Type } from "@sinclair/typebox";
import { relations } from "../../content/document/index.ts";
import { maxOtherTargets } from "../../content/link-index/index.ts";
import { countText } from "../../platform/index.ts";
import { linkStatuses } from "../../storage/database/index.ts";
import { ChangeRequest } from "../change-requests/index.ts";
import { Collection } from "../collections/index.ts";
import { File, Page, ReusableContent } from "../content/index.ts";
import { ListOf, ListQuery, StringEnum } from "../http/index.ts";
import { OpenAPISpec } from "../openapi-specs/index.ts";
import { Organization } from "../organizations/index.ts";
import { Space } from "../spaces/index.ts";
import { User } from "../users/index.ts";

/** The target or the source of a link. Properties that its kind does not have are absent. */
export const ContentLocation = Type.Object(
  {
    kind: StringEnum(["url", "file", "page", "user", "collection", "space", "reusable-content", "openapi"]),
    url: Type.Optional(Type.String()),
    organization: Type.Optional(Organization),
    space: Type.Optional(Space),
    versionContext: Type.Optional(
      Type.Object({ type: Type.Literal("changeRequest"), changeRequest: ChangeRequest }),
    ),
    page: Type.Optional(Type.Unsafe<Page>({ ...Page, description: "The page, without its subpages." })),
    internalLocation: Type.Optional(
      Type.Object({
        type: StringEnum(["anchor", "node"]),
        anchor: Type.Optional(Type.String()),
        node: Type.Optional(Type.String({ description: "The key of the block in the page's document." })),
      }),
    ),
    file: Type.Optional(File),
    user: Type.Optional(User),
    collection: Type.Optional(Collection),
    reusableContent: Type.Optional(ReusableContent),
    openAPISpec: Type.Optional(OpenAPISpec),
  },
  { title: "ContentLocation" },
);

const Link = Type.Object(
  {
    status: StringEnum(linkStatuses),
    relation: StringEnum(relations),
    targetReference: ContentLocation,
    locationReferences: Type.Array(ContentLocation, {
      description: "The first 100 distinct pages and reusable contents with this link.",
    }),
  },
  { title: "Link" },
);

export const LinkList = Type.Object({
  ...ListOf(Link).properties,
  stats: Type.Object({
    total: Type.Integer({
      description: `The number of all links, without filters. Of links to other spaces, other servers or missing targets, the first ${countText(maxOtherTargets)} are listed.`,
    }),
    broken: Type.Object({
      total: Type.Integer(),
      changeRequest: Type.Optional(
        Type.Integer({ description: "The number of links that the change request broke." }),
      ),
    }),
  }),
});

export const LocationList = ListOf(ContentLocation);

const Status = Type.Optional(
  StringEnum(linkStatuses, {
    description: "`ok`: no problem; `broken`: the target is missing; `in-app`: a URL of this application.",
  }),
);

export const LinkQuery = Type.Object({ ...ListQuery, status: Status });

export const ChangeRequestLinkQuery = Type.Object({
  ...ListQuery,
  status: Status,
  brokenContext: Type.Optional(
    StringEnum(["change-request", "space"], {
      description:
        "Lists only broken links: links that the change request broke, or links that were broken before.",
    }),
  ),
});

export const LocationQuery = Type.Object(ListQuery);
