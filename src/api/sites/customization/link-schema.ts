import { type Static, Type } from "@sinclair/typebox";
import { limits } from "../../../content/index.ts";
import { Reference } from "../../content/index.ts";
import { nullable, oneByTag, oneOf } from "../../http/index.ts";

const Id = Type.String({ minLength: 1, maxLength: 256 });
const mostLinks = 100;
const mostGroups = 50;

/** What only a site links to, besides all that a page does. */
const SiteReference = oneByTag("kind", [
  Type.Object({ kind: Type.Literal("user"), user: Id }),
  Type.Object({ kind: Type.Literal("collection"), collection: Id }),
  Type.Object({ kind: Type.Literal("reusable-content"), reusableContent: Id, space: Type.Optional(Id) }),
  Type.Object({ kind: Type.Literal("openapi"), spec: Id }),
]);

export type LinkTarget = Static<typeof LinkTarget>;
const LinkTarget = Type.Unsafe<Static<typeof Reference> | Static<typeof SiteReference>>({
  ...SiteReference,
  oneOf: [...Reference.oneOf, ...SiteReference.oneOf],
  description: "An address, or what is meant in the workspace.",
});

const Title = Type.String({ maxLength: 128 });

export const ContentLink = Type.Object({ title: Type.String({ maxLength: 64 }), to: LinkTarget });
const Links = Type.Array(ContentLink, { maxItems: mostLinks });

export const HeaderLinks = Type.Array(
  Type.Object({
    title: Title,
    style: Type.Optional(oneOf(["link", "button-primary", "button-secondary"])),
    to: nullable(LinkTarget),
    links: Links,
    condition: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: limits.condition,
        description: "An expression: only visitors for whom it is true see the link.",
      }),
    ),
  }),
  { maxItems: mostLinks },
);

export const FooterGroups = Type.Array(Type.Object({ title: Title, links: Links }), { maxItems: mostGroups });
