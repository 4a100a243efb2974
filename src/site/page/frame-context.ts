import type { PageRecord } from "../../content/index.ts";
import type { SiteSettings } from "../customization/index.ts";
import { type FindIcon, writeEmoji } from "../document/index.ts";
import { type Html, html } from "../html/index.ts";
import type { FrameWords } from "../words/index.ts";
import type { TreeLevel } from "./navigation.ts";
import type { SearchScope } from "./search-scopes.ts";
import type { SiteUrls } from "./site-urls.ts";
import type { PageTargets } from "./targets.ts";

/** A link to another section or variant. */
export interface SiteLink {
  readonly title: string;
  readonly href: string;
  readonly isCurrent: boolean;
  readonly icon?: string | null;
  readonly description?: string | null;
  /** The language of the title and of what is linked to. */
  readonly language?: string | null;
}

/** A page in the language of a variant. */
export interface Translation {
  readonly language: string;
  readonly segments: readonly string[];
  /** Whether it is for readers of all other languages. */
  readonly isDefault: boolean;
}

export interface SiteLinkGroup {
  readonly title: string;
  readonly icon: string | null;
  readonly links: readonly (SiteLink | SiteLinkGroup)[];
}

/** Where the site is searched. */
export interface SearchLinks {
  /** What answers searches, and shows results without scripts. Nothing does in a copy without a server. */
  readonly url: string;
  /** The style sheet of the dialog and of the page with results. */
  readonly styles: string;
  /** The scopes to choose from, the default first. None if there is only one. */
  readonly scopes: readonly SearchScope[];
  /** The URL of the module that answers searches instead of the server. */
  readonly provider?: string;
}

/** A change request whose content is shown. */
export interface PreviewedRequest {
  readonly number: number;
  readonly subject: string;
  readonly isOutdated: boolean;
  /** Its address in the workspace. */
  readonly url: string;
}

export interface PreviewingWorkspace {
  readonly origin: string;
  /** The URL of the script with which it changes the page. */
  readonly script: string;
}

/** What the parts of the frame around a page show. */
export interface FrameContext {
  /** Whether a member sees a site that is not published. A preview of a customization is as the published site. */
  readonly isPreview: boolean;
  /** The workspace that shows the page beside the form of its customization. */
  readonly workspace: PreviewingWorkspace | undefined;
  /** The change request of which the page is a preview. */
  readonly previewed: PreviewedRequest | undefined;
  /** Whether the page is in a copy of the site without a server. */
  readonly isStatic: boolean;
  readonly siteTitle: string;
  /** The canonical URL of the site. Undefined if it is not published, if it needs a share key, or if the page has no use for it. */
  readonly rootUrl: string | undefined;
  readonly settings: SiteSettings;
  /** Whether links to other sites open in a new tab. */
  readonly opensNewTabs: boolean;
  /** The locale of the words and dates. */
  readonly locale: string;
  readonly words: FrameWords;
  /** The language of the words, if that of the page is another one. Parts of the frame have the direction of the page. */
  readonly lang: string | undefined;
  /** The attributes of titles of pages in a part of the frame, if they are in another language. */
  readonly contentLanguage: { readonly lang: string | undefined; readonly dir: "ltr" | "rtl" | undefined };
  readonly urls: SiteUrls;
  /** Icons of the frame itself. */
  readonly icon: FindIcon;
  /** Icons that authors have chosen, in the style of the site. */
  readonly styledIcon: FindIcon;
  readonly targets: PageTargets;
  readonly sections: readonly (SiteLink | SiteLinkGroup)[];
  readonly variants: readonly SiteLink[];
  readonly translations: readonly Translation[];
  readonly tree: TreeLevel;
  /** The URL of the parts of the page tree that are read on demand, or of one of them. */
  treeUrl(part?: string): string;
  readonly search: SearchLinks;
  /** The segments below the site of a page of this space by its slugs, and its URL. */
  pageSegments(slugs: readonly string[]): readonly string[];
  pageUrl(slugs: readonly string[]): string;
}

/** The title of a page with its icon or emoji. */
export function writeLabel(
  { title, emoji, icon: name }: Pick<PageRecord, "title" | "emoji" | "icon">,
  { styledIcon }: Pick<FrameContext, "styledIcon">,
  shownTitle = title,
): Html {
  const image = emoji === undefined ? name !== undefined && styledIcon(name) : writeEmoji(emoji);
  return html`${image}<span>${shownTitle}</span>`;
}
