import { notFound } from "../../platform/index.ts";
import { cardHash } from "../../social-cards/index.ts";
import { cardFile, cardPath, readSitePage, socialCardOf } from "../page/index.ts";
import { below, countRendering, type SiteResource } from "../resource/index.ts";
import { findCard, storeCard } from "./card-store.ts";
import { makeCard } from "./make-card.ts";

/** Cards that are being drawn. Equal requests wait for the same one. */
const pending = new Map<string, Promise<Uint8Array>>();

/**
 * The social card of a page, for those who see the page. Its text is that of the page, so nobody can have other text drawn;
 * another hash than the current one leads to the current card.
 */
export const socialCard: SiteResource = {
  match: below(cardPath),
  reply: async (call) => {
    const { context, request, reply, rest, place, settings, urls, isPublic } = call;
    const page = await readSitePage(place);
    if (page === undefined || !/^[\w-]+\.png$/.test(rest)) throw notFound("Image");
    const card = socialCardOf(page, settings);
    const location = urls.resource(page.segments, cardFile(card));
    if (!location.endsWith(`/${rest}`))
      return reply.code(307).headers({ location, "cache-control": "no-store" }).send();
    const key = { siteId: place.site.id, hash: cardHash(card) };
    let bytes = await findCard(context, key);
    if (bytes === undefined) {
      // Before others wait for this drawing, since it may be refused to this client only.
      await countRendering(context, request);
      bytes = await pending.getOrInsertComputed(`${key.siteId} ${key.hash}`, async (name) => {
        try {
          const drawn = await makeCard(context, place.site.organization_id, card);
          await storeCard(context, key, drawn);
          return drawn;
        } finally {
          pending.delete(name);
        }
      });
    }
    return reply
      .headers({
        "content-type": "image/png",
        "cache-control": `${isPublic ? "public" : "private"}, max-age=31536000, immutable`,
        // Pages elsewhere may show it.
        "cross-origin-resource-policy": "cross-origin",
      })
      .send(Buffer.from(bytes));
  },
};
