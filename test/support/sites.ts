import type { Reply } from "./app.ts";

/** A site space, section or group of a reply. */
export type StructureItem = Reply["body"];

/** A site structure on one line: `Docs*(Docs* Api)` is the default section with two site spaces, `More{…}` a group. */
export function outlineOf(items: readonly StructureItem[]): string {
  return items
    .map((item) => {
      const name = `${item.title}${item.default ? "*" : ""}`;
      if (item.object === "site-section") return `${name}(${outlineOf(item.siteSpaces)})`;
      return item.object === "site-space" ? name : `${name}{${outlineOf(item.children)}}`;
    })
    .join(" ");
}
