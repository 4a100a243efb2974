import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { limits } from "../../content/index.ts";
import { Address, ListQuery, nullable, oneOf } from "../http/index.ts";
import { GroupTitle, Segment, SiteTitle } from "../sites/index.ts";
import { Space } from "../spaces/index.ts";

const Id = Type.String();
const Icon = Type.String({ maxLength: 50, description: "The name of an icon." });
const Description = Type.String({ maxLength: 256 });
const Condition = Type.String({
  minLength: 1,
  maxLength: limits.condition,
  description: "An expression over `visitor.claims`; whoever does not meet it does not see this.",
});
const urls = Type.Object({ published: Type.Optional(Address) });

export type SiteSpace = Static<typeof SiteSpace>;
export const SiteSpace = Type.Object(
  {
    object: Type.Literal("site-space"),
    id: Id,
    path: Type.String(),
    section: Type.Optional(Type.String({ description: "The id of the section that it is in." })),
    space: Space,
    title: Type.String(),
    default: Type.Boolean(),
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
    path: Type.String(),
    condition: Type.Optional(Type.String()),
    sectionGroup: Type.Optional(Type.String({ description: "The id of the group that it is in." })),
    icon: Type.Optional(Type.String()),
    siteSpaces: Type.Array(SiteSpace),
    urls,
  },
  { title: "SiteSection" },
);

export type SiteSectionGroup = Static<typeof SiteSectionGroup>;
export const SiteSectionGroup = Type.Object(
  {
    object: Type.Literal("site-section-group"),
    id: Id,
    title: Type.String(),
    icon: Type.Optional(Type.String()),
    sections: Type.Array(SiteSection),
  },
  { title: "SiteSectionGroup" },
);

/** What is made of parts of several kinds is written out as it is. */
function asWritten<T>(description: string): TSchema & { static: T } {
  return Type.Unsafe<T>({ description });
}

export type SiteStructure =
  | { type: "sections"; structure: (SiteSection | SiteSectionGroup)[] }
  | { type: "siteSpaces"; structure: SiteSpace[] };
export const SiteStructure = Type.Unsafe<SiteStructure>({
  type: "object",
  required: ["type", "structure"],
  properties: {
    type: oneOf(["sections", "siteSpaces"]),
    structure: Type.Array(asWritten("Sections and groups of them, or site spaces.")),
  },
});
export const SiteStructureItem = asWritten<SiteSpace | SiteSection | SiteSectionGroup>(
  "A site space, a section or a group.",
);

const shareKey = Type.Optional(Type.String({ description: "Of a share link of the site." }));
export const SharedQuery = Type.Object({ shareKey });
export const SharedListQuery = Type.Object({ ...ListQuery, shareKey });
export const SiteSpaceListQuery = Type.Object({
  ...ListQuery,
  shareKey,
  default: Type.Optional(
    Type.Boolean({ description: "Only the one that the site begins with, or only the others." }),
  ),
});

export const SiteSpaceAdd = Type.Object({
  spaceId: Id,
  sectionId: Type.Optional(
    Type.String({
      description: "Left out: the default section, or the site itself where it has no sections.",
    }),
  ),
});
export const SiteSpaceUpdate = Type.Object({
  path: Type.Optional(Segment),
  condition: Type.Optional(nullable(Condition)),
  spaceId: Type.Optional(Id),
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
});

export const GroupAdd = Type.Object({
  title: GroupTitle,
  icon: Type.Optional(nullable(Icon)),
  sections: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
});
export const GroupUpdate = Type.Object({
  title: Type.Optional(GroupTitle),
  icon: Type.Optional(nullable(Icon)),
});
export const GroupSectionAdd = Type.Object({ sectionId: Id });

const Pointer = Type.Object({
  type: oneOf(["site-space", "site-section", "site-section-group"]),
  id: Id,
});
export const StructureSort = Type.Object({
  item: Pointer,
  position: Type.Optional(
    Type.Object(
      { before: Type.Optional(Pointer), after: Type.Optional(Pointer) },
      { description: "Beside which part; the end if left out." },
    ),
  ),
});

function positionBeside<T extends TSchema>(pointer: T) {
  return Type.Object({
    position: Type.Optional(Type.Object({ before: Type.Optional(pointer), after: Type.Optional(pointer) })),
  });
}
export const SiteSpaceMove = positionBeside(Type.Object({ type: oneOf(["site-space"]), siteSpace: Id }));
export const SectionMove = positionBeside(Type.Object({ type: oneOf(["site-section"]), siteSection: Id }));
export const GroupMove = positionBeside(
  Type.Object({ type: oneOf(["site-section", "site-section-group"]), id: Id }),
);
