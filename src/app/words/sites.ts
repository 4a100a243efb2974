export const sites = {
  title: "Sites",
  tabs: {
    overview: "Overview",
    structure: "Structure",
    look: "Look",
    audience: "Audience",
    redirects: "Redirects",
    insights: "Insights",
    settings: "Settings",
  },
  description: "What readers see: spaces, published at an address.",
  empty: "No sites yet",
  emptyText: "A site shows one or more spaces to readers. Make one from your spaces, an import or a sample.",
  published: "Published",
  unpublished: "Not published",
  visibility: {
    public: "Public",
    unlisted: "Unlisted",
    "share-link": "With a share link",
    "visitor-auth": "For signed-in visitors",
  },
  /** Who can read a published site. */
  readers: {
    public: "Everybody on the web. Search engines may list it: pages, sitemap and feeds are open to them.",
    unlisted: "Everybody who knows the address. Search engines are asked not to list it.",
    "share-link":
      "People to whom you give a share link, which you can deactivate at any time. For others and for search engines, the site seems not to exist.",
    "visitor-auth":
      "Visitors whom your own sign-in gives a token, such as customers of your product. Others are led to your sign-in page, and search engines see nothing.",
  },
  spaces: (count: number) => (count === 1 ? "1 space" : `${count} spaces`),
  newSite: "New site",
  open: "Open site",
  preview: "Preview",
  address: "Address",
  state: "State",
  visible: "Visible to",
  created: "Created",
};
