import type { Kind } from "../kinds.ts";

/** Images, files and embeds with their captions. */
export const media: Kind = {
  dom: {
    images: () => ["div", { class: "images" }, 0],
    image: () => ["figure", 0],
    file: () => ["figure", { class: "file" }, 0],
    embed: () => ["figure", { class: "embed" }, 0],
    caption: () => ["figcaption", 0],
  },
};
