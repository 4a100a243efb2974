// Social cards: the images that other sites show with a link to a page.
export { type CardColors, cardHash, type SocialCard } from "./social-card.ts";
