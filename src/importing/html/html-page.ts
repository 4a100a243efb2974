export interface HtmlLink {
  readonly href: string;
  readonly text: string;
}

/** An entry of a site's own navigation. */
export interface NavigationEntry {
  readonly title: string;
  readonly href?: string;
  readonly children: readonly NavigationEntry[];
}

/** An image that stands in the page itself. */
export interface InlinedImage {
  /** A path from the top of the site, by which the text names it: the same for the same bytes. */
  readonly address: string;
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

export interface HtmlPage {
  /** Of the page: its first heading, else what its head says, without the name of the site. */
  readonly title?: string;
  readonly description?: string;
  /** Without the heading that is the title. Links and images as they are written in the HTML (resolved against <base> where there is one). */
  readonly markdown: string;
  /** What places on the page are called in links, where they are called otherwise here; empty for its beginning. */
  readonly anchors?: ReadonlyMap<string, string>;
  readonly inlined?: readonly InlinedImage[];
  readonly canonical?: string;
  /** What the page's own robots meta wants: noindex, nofollow. */
  readonly robots: { readonly index: boolean; readonly follow: boolean };
  /** All links of the whole document, in order. */
  readonly links: readonly HtmlLink[];
  /** The largest navigation of the page (sidebar, table of contents of the whole documentation), as a tree; empty if there is none. */
  readonly navigation: readonly NavigationEntry[];
}
