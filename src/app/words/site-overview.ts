export const siteOverview = {
  search: "Search sites by title",
  noMatch: "No site has this title",
  noMatchText: "Look for another word, or show all sites.",
  showAll: "Show all sites",
  views: (count: string) => `${count} views`,
  viewsLabel: "Views in the last 30 days",

  addressWhenPublished: (url: string) => `Will be at ${url}`,
  addressLabel: "Address of the site",
  audience: "Change who can read it",
  contents: "Content",
  sections: (count: number) => (count === 1 ? "1 section" : `${count} sections`),
  editStructure: "Edit the structure",

  publish: "Publish site",
  unpublish: "Unpublish site",
  publishedDone: (title: string) => `${title} is published.`,
  unpublishedDone: (title: string) => `${title} is not published any more.`,
  confirmPublish: {
    title: (title: string) => `Publish ${title}?`,
    action: "Publish site",
  },
  confirmUnpublish: {
    title: (title: string) => `Unpublish ${title}?`,
    text: (url: string) =>
      `Readers then find no page at ${url} and below it. Nothing is deleted: you can publish the site again, with all its settings.`,
    action: "Unpublish site",
  },
  /** What readers see once the site is published, by its visibility. */
  publishes: {
    public: "Everybody on the web can then read it, and search engines may list it.",
    unlisted: "Everybody who knows the address can then read it. Search engines are asked not to list it.",
    "share-link": "Only people with a share link can then read it.",
    "visitor-auth": "Only visitors whom your own sign-in has given a token can then read it.",
  },
  isPublished: "Readers can open this site.",
  isNotPublished: "Nobody but members of the organization sees this site.",
  onlyAdmins: "Only admins of the organization can publish it.",

  missing: {
    title: "What is missing",
    none: "Nothing is missing.",
    spaces: "The site shows no space yet.",
    addSpaces: "Add one",
    draftStart: (title: string) => `${title}, where the site starts, is a draft, which readers do not see.`,
    emptyStart: (title: string) => `${title}, where the site starts, has no pages.`,
    write: "Write one",
    shareLink: "The site is for people with a share link, and there is no active one.",
    addShareLink: "Create a share link",
    fallback: "Visitors without a token cannot sign in: no address is set for that.",
    setFallback: "Set the address",
    structure: "Open the structure",
  },
};
