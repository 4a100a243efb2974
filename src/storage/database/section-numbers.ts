/**
 * Whatever the index of words finds has a number that tells its space, its page and which of the page's sections it is: so
 * what was found can be counted and narrowed down by space and page without looking at anything else.
 */
const pageBits = 19;
const sectionBits = 14;

/** How far to shift such a number to the right for what its page has in common, and its space. */
export const pageShift = sectionBits;
export const spaceShift = sectionBits + pageBits;

/** How many spaces there can ever be, how many pages a space can have in all its time, and a page sections. */
export const mostSpaces = 2 ** (Math.log2(Number.MAX_SAFE_INTEGER + 1) - spaceShift);
export const mostPages = 2 ** pageBits;
export const mostSections = 2 ** sectionBits;

export function sectionNumber(space: number, page: number, section: number): number {
  return (space * mostPages + page) * mostSections + section;
}

export function spaceNumberOf(section: number): number {
  return Math.floor(section / (mostPages * mostSections));
}

/** Of its page, in all spaces. */
export function pageNumberOf(section: number): number {
  return Math.floor(section / mostSections);
}
