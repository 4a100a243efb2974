import { Type } from "@sinclair/typebox";
import { DiscriminatedUnion } from "../http/index.ts";
import { IntegrationBlock } from "../integrations/index.ts";

export const EmbedQuery = Type.Object({
  url: Type.String({ minLength: 1, maxLength: 8192, description: "The http or https URL to display." }),
});

const common = {
  title: Type.String(),
  site: Type.String({ description: "The name of the website." }),
  description: Type.Optional(Type.String()),
  icon: Type.Optional(Type.String({ description: "The URL of the icon of the website." })),
};

const Link = Type.Object({ type: Type.Literal("link"), ...common });
const Rich = Type.Object({
  type: Type.Literal("rich"),
  ...common,
  html: Type.String({ description: "An iframe with an https URL. It contains no HTML of other websites." }),
});
const Integration = Type.Object({
  type: Type.Literal("integration"),
  ...common,
  integration: Type.String({ description: "The integration that displays the URL." }),
  block: IntegrationBlock,
});

export const EmbedReply = DiscriminatedUnion("type", [Link, Rich]);
export const SpaceEmbedReply = DiscriminatedUnion("type", [Link, Rich, Integration]);
