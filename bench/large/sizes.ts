/** How many objects of each kind an installation has. */
export interface Sizes {
  /** In its largest space. */
  readonly pages: number;
  readonly revisions: number;
  readonly comments: number;
  /** In its largest organization. */
  readonly spaces: number;
  readonly members: number;
  /** In its largest site. */
  readonly siteSpaces: number;
}

export const largeSizes: Sizes = {
  pages: 100_000,
  revisions: 100_000,
  comments: 1_000_000,
  spaces: 10_000,
  members: 20_000,
  siteSpaces: 3_000,
};

/** A hundredth of the large installation, unless another share is given. */
export function scaledSizes(share: number): Sizes {
  const scaled = (count: number) => Math.max(10, Math.round(count * share));
  const { pages, revisions, comments, spaces, members, siteSpaces } = largeSizes;
  return {
    pages: scaled(pages),
    revisions: scaled(revisions),
    comments: scaled(comments),
    spaces: scaled(spaces),
    members: scaled(members),
    siteSpaces: scaled(siteSpaces),
  };
}
