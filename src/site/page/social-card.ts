import { cardHash, type SocialCard } from "../../social-cards/index.ts";
import { cardColorsOf, type SiteSettings } from "../customization/index.ts";
import type { SitePage } from "./site-page.ts";

/** The path below a page at which its social card is drawn. */
export const cardPath = "~lectern/social-card";

/** What the social card of a page shows: the same for everyone who sees the page. */
export function socialCardOf(
  { site, section, trail, record, pageId }: SitePage,
  settings: SiteSettings,
): SocialCard {
  const above = [...trail].filter(([id]) => id !== pageId).map(([, { title }]) => title);
  const { title, description, emoji, icon } = record;
  const { favicon } = settings;
  return {
    title,
    ...(description !== undefined && { description }),
    trail: [...(section === undefined || section.isDefault ? [] : [section.title]), ...above],
    ...(emoji !== undefined && { emoji }),
    ...(emoji === undefined && icon !== undefined && { icon }),
    site: {
      title: settings.title ?? site.title,
      ...(favicon.emoji !== undefined && { emoji: favicon.emoji }),
    },
    colors: cardColorsOf(settings),
  };
}

/** The path of a card below its page. It changes with what the card shows. */
export function cardFile(card: SocialCard): string {
  return `${cardPath}/${cardHash(card)}.png`;
}
