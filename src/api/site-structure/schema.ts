import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { limits } from "../../content/index.ts";
import { HttpUrl, ListQuery, nullable, StringEnum } from "../http/index.ts";
import { GroupTitle, Segment, SiteTitle } from "../sites/index.ts";
import { Space } from "../spaces/index.ts";

const Id = Type.String();
const Icon = Type.String({ maxLength: 50, description: "The name of an icon." });
const Description = Type.String({ maxLength: 256 });
export const Condition = Type.String({
  minLength: 1,
  maxLength: limits.condition,
  description: "An expression over `visitor.claims`; only visitors for whom it is true see the item.",
});
const Draft = Type.Boolean({ description: "Whether the part is not shown to visitors yet." });
const Hidden = Type.Boolean({
  description: "Whether the site space is omitted from the navigation of the site.",
});
const urls = Type.Object({ published: Type.Optional(HttpUrl) });

export type SiteSpace = Static<typeof SiteSpace>;
export const SiteSpace = Type.Object(
  {
    object: Type.Literal("site-space"),
    id: Id,
    path: Type.String(),
    section: Type.Optional(Type.String({ description: "The id of the section with the site space." })),
    space: Space,
    title: Type.String(),
    default: Type.Boolean(),
    draft: Draft,
    hidden: Type.Optional(Hidden),
    condition: Type.Optional(Type.String()),
    hasAdvancedCustomizationFeature: Type.Boolean(),
    urls,
  },
  { title: "SiteSpace" },
);

export type SiteSection = Static<typeof SiteSection>;
export const SiteSection = Type.Object(
  {
    object: Type.Literal("site-section"),
    id: Id,
    title: Type.String(),
    description: Type.Optional(Type.String()),
    default: Type.Boolean(),
    draft: Draft,
    path: Type.String(),
    condition: Type.Optional(Type.String()),
    sectionGroup: Type.Optional(Type.String({ description: "The id of the group with the section." })),
    icon: Type.Optional(Type.String()),
    siteSpaces: Type.Array(SiteSpace),
    urls,
  },
  { title: "SiteSection" },
);

/** A group in a group. Its type is that of a group, which cannot refer to itself. */
interface NestedGroup {
  readonly object: "site-section-group";
  readonly id: string;
}

/** A value that is serialized without a schema, because it can be of several kinds. */
function unchecked<T>(description: string): TSchema & { static: T } {
  return Type.Unsafe<T>({ description });
}

export type SiteSectionGroup = Static<typeof SiteSectionGroup>;
export const SiteSectionGroup = Type.Object(
  {
    object: Type.Literal("site-section-group"),
    id: Id,
    title: Type.String(),
    icon: Type.Optional(Type.String()),
    draft: Draft,
    sectionGroup: Type.Optional(Type.String({ description: "The id of the group with the group." })),
    sections: Type.Array(SiteSection),
    children: Type.Array(unchecked<SiteSection | NestedGroup>("A section or a group."), {
      description: "The sections and groups in the group. A group in a group has only sections.",
    }),
  },
  { title: "SiteSectionGroup" },
);

export type SiteStructure =
  | { type: "sections"; structure: (SiteSection | SiteSectionGroup)[] }
  | { type: "siteSpaces"; structure: SiteSpace[] };
export const SiteStructure = Type.Unsafe<SiteStructure>({
  type: "object",
  required: ["type", "structure"],
  properties: {
    type: StringEnum(["sections", "siteSpaces"]),
    structure: Type.Array(unchecked("Sections and section groups, or site spaces.")),
  },
});
export const SiteStructureItem = unchecked<SiteSpace | SiteSection | SiteSectionGroup>(
  "A site space, a section or a group.",
);

const shareKey = Type.Optional(Type.String({ description: "The key of a share link of the site." }));
export const SharedQuery = Type.Object({ shareKey });
export const SharedListQuery = Type.Object({ ...ListQuery, shareKey });
export const SiteSpaceListQuery = Type.Object({
  ...ListQuery,
  shareKey,
  default: Type.Optional(
    Type.Boolean({ description: "Only the site space at the root of the site, or only the others." }),
  ),
});

export const SiteSpaceAdd = Type.Object({
  spaceId: Id,
  sectionId: Type.Optional(
    Type.String({
      description: "If absent: the default section, or the site itself if it has no sections.",
    }),
  ),
});
export const SiteSpaceUpdate = Type.Object({
  path: Type.Optional(Segment),
  condition: Type.Optional(nullable(Condition)),
  spaceId: Type.Optional(Id),
  hidden: Type.Optional(Hidden),
  draft: Type.Optional(Draft),
});

export const SectionAdd = Type.Object({
  spaceId: Id,
  title: Type.Optional(nullable(SiteTitle)),
  icon: Type.Optional(nullable(Icon)),
});
export type SectionUpdate = Static<typeof SectionUpdate>;
export const SectionUpdate = Type.Object({
  title: Type.Optional(SiteTitle),
  path: Type.Optional(Segment),
  defaultSiteSpace: Type.Optional(Id),
  condition: Type.Optional(nullable(Condition)),
  icon: Type.Optional(nullable(Icon)),
  description: Type.Optional(nullable(Description)),
  draft: Type.Optional(Draft),
});

export const GroupAdd = Type.Object({
  title: GroupTitle,
  icon: Type.Optional(nullable(Icon)),
  sections: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
  parent: Type.Optional(Type.String({ description: "The id of the group that contains it." })),
  draft: Type.Optional(Draft),
});
export const GroupUpdate = Type.Object({
  title: Type.Optional(GroupTitle),
  icon: Type.Optional(nullable(Icon)),
  draft: Type.Optional(Draft),
  parentSectionGroupId: Type.Optional(
    nullable(Type.String({ description: "The id of the group to move it into; null for the top level." })),
  ),
});
export const GroupSectionAdd = Type.Object({ sectionId: Id });

const PartRef = Type.Object({
  type: StringEnum(["site-space", "site-section", "site-section-group"]),
  id: Id,
});
export const StructureSort = Type.Object({
  item: PartRef,
  position: Type.Optional(
    Type.Object(
      { before: Type.Optional(PartRef), after: Type.Optional(PartRef) },
      { description: "The part before or after which the item is placed; at the end if absent." },
    ),
  ),
});

function MoveTo<T extends TSchema>(part: T) {
  return Type.Object({
    position: Type.Optional(Type.Object({ before: Type.Optional(part), after: Type.Optional(part) })),
  });
}
export const SiteSpaceMove = MoveTo(Type.Object({ type: StringEnum(["site-space"]), siteSpace: Id }));
export const SectionMove = MoveTo(Type.Object({ type: StringEnum(["site-section"]), siteSection: Id }));
export const GroupMove = MoveTo(
  Type.Object({ type: StringEnum(["site-section", "site-section-group"]), id: Id }),
);
