import { hash } from "node:crypto";

/** What the image for a page shows. */
export interface SocialCard {
  readonly title: string;
  readonly description?: string;
  /** The titles of the section and of the pages above, from the top. */
  readonly trail: readonly string[];
  /** The emoji of the page, or else the name of its icon. */
  readonly emoji?: string;
  readonly icon?: string;
  readonly site: { readonly title: string; readonly emoji?: string };
  readonly colors: CardColors;
}

/** In hexadecimal. */
export interface CardColors {
  readonly page: string;
  readonly text: string;
  readonly mutedText: string;
  readonly accent: string;
  readonly mark: string;
  readonly onMark: string;
}

/** Increment when the same card is drawn differently. */
const edition = 1;

/** Identifies a drawn card. */
export function cardHash(card: SocialCard): string {
  return hash("sha256", JSON.stringify([edition, card]), "hex").slice(0, 32);
}
