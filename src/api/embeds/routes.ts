import { findKnownEmbed, linkTo } from "../../embeds/index.ts";
import { parseUrl, readShownReferences, urlReference } from "../../publishing/index.ts";
import { openLinkedContent } from "../content/index.ts";
import { anyCaller, type Call, type OperationGroup, operation } from "../http/index.ts";
import { findUnfurlingBlock } from "../installations/index.ts";
import { type OnSharedSpace, onSharedSpace } from "../spaces/index.ts";
import { findFetchedEmbed } from "./find-embed.ts";
import { EmbedQuery, EmbedReply, SpaceEmbedReply } from "./schema.ts";

export const embeds: OperationGroup = {
  title: "Embeds",
  operations: [
    operation("getEmbedByUrlInSpace", "GET /spaces/:spaceId/embed", {
      summary: "Find out how to display a URL in the pages of a space",
      access: onSharedSpace(),
      query: EmbedQuery,
      reply: { 200: SpaceEmbedReply },
      handle: findInSpace,
    }),

    operation("getEmbedByUrl", "GET /urls/embed", {
      summary: "Find out how to display a URL",
      access: anyCaller(),
      query: EmbedQuery,
      reply: { 200: EmbedReply },
      handle: async (call) => {
        const url = parseUrl(call.query.url);
        const { embeds } = call.context.config;
        return findKnownEmbed(url, embeds) ?? findFetchedEmbed(call, call.caller.userId, url);
      },
    }),
  ],
};

type SpaceCall = Call<unknown, { url: string }> & OnSharedSpace;

/** A visitor must not cause requests to any address, nor learn what is cached: only of URLs that pages show to them. */
async function findInSpace(call: SpaceCall) {
  const { context, space, member } = call;
  const url = parseUrl(call.query.url);
  const known = findKnownEmbed(url, context.config.embeds);
  if (known !== undefined) return known;
  if (!(await isShown(call, url))) return linkTo(url);
  const target = { id: space.id, organizationId: space.organization_id, role: member?.role ?? null };
  const unfurled = await findUnfurlingBlock(context.database.read, target, url);
  if (unfurled === undefined) return findFetchedEmbed(call, space.organization_id, url);
  return { ...linkTo(url), ...unfurled, type: "integration" as const };
}

async function isShown({ context, space, visitorAccess }: SpaceCall, url: URL): Promise<boolean> {
  if (visitorAccess === undefined) return true;
  const content = openLinkedContent(context, space, space.root);
  return (await readShownReferences(content, visitorAccess.claims)).urls.has(urlReference(url.href));
}
