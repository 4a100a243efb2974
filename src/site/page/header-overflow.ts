import type { CustomizationSettings } from "../../publishing/customization/index.ts";

type HeaderLink = CustomizationSettings["header"]["links"][number];

/** The widths of the window at which the header has more room, with the room for its links, in pixels. */
const rooms = { 1000: 330, 1240: 520, 1440: 700 } as const;

/** The width from which a link is in the header. `never`: there is no room at any width. */
export type Breakpoint = 1240 | 1440 | "never";

/**
 * The width from which each link fits into the header; undefined for those that always fit. It is estimated from the
 * titles, so that the header needs no script and nothing moves when one has loaded.
 */
export function overflowOf(links: readonly HeaderLink[]): (Breakpoint | undefined)[] {
  let end = 0;
  const ends = links.map((link) => (end += widthOf(link)));
  const total = ends.at(-1) ?? 0;
  // The menu for the other links needs room too.
  const room = (width: keyof typeof rooms) => (total <= rooms[width] ? rooms[width] : rooms[width] - 90);
  return ends.map((position) => {
    if (position <= room(1000)) return undefined;
    if (position <= room(1240)) return 1240;
    return position <= room(1440) ? 1440 : "never";
  });
}

/** The estimated width of a link. Ideographs are twice as wide as letters. */
function widthOf({ title, style, links }: HeaderLink): number {
  const ideographs = title.match(/[\u2e80-\uffef]/g)?.length ?? 0;
  const padding = style === undefined || style === "link" ? 28 : 40;
  return padding + (title.length + ideographs) * 7.6 + (links.length > 0 ? 18 : 0);
}
