/**
 * The id of an indexed section encodes its space, its page and its index in the page. So matches can be counted and
 * filtered by space and page from the full-text index alone.
 */
const pageBits = 19;
const sectionBits = 14;

/** How far to shift an id right to get its page, and its space. */
export const pageShift = sectionBits;
export const spaceShift = sectionBits + pageBits;

/** The numbers of spaces, of pages of a space and of sections of a page that fit; numbers are never reused. */
export const maxSpaces = 2 ** (Math.log2(Number.MAX_SAFE_INTEGER + 1) - spaceShift);
export const maxPages = 2 ** pageBits;
export const maxSections = 2 ** sectionBits;

export function sectionNumber(space: number, page: number, section: number): number {
  return (space * maxPages + page) * maxSections + section;
}

export function spaceNumberOf(section: number): number {
  return Math.floor(section / (maxPages * maxSections));
}

/** The number of the page, unique across spaces. */
export function pageNumberOf(section: number): number {
  return Math.floor(section / maxSections);
}
