// The images that other sites show with links to pages.

export { removeOldCards } from "./card-store.ts";
export type { CardTask } from "./make-card.ts";
export { socialCard } from "./social-card.ts";
