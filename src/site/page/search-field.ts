import { LRUCache } from "lru-cache";
import { maxQueryLength } from "../../search/index.ts";
import { attributes, type Html, html } from "../html/index.ts";
import type { FrameWords } from "../words/index.ts";
import type { FrameContext, SearchLinks } from "./frame-context.ts";
import { isRightToLeft } from "./language.ts";
import type { SearchScope } from "./search-scopes.ts";

/** What the search dialog is given, as JSON in the attribute `data-search` of the element that opens it. */
interface DialogConfig {
  /** The URL of the site, whose recent searches are kept. */
  readonly site: string;
  /** The language of the words and its direction. */
  readonly lang: string;
  readonly dir: "ltr" | "rtl";
  /** The URL that answers queries and shows results without scripts. */
  readonly url: string;
  /** The URL of the style sheet. */
  readonly styles: string;
  /** The scopes to choose from by value, the first one is the default. */
  readonly scopes: readonly (readonly [scope: SearchScope, label: string])[];
  readonly words: Readonly<Record<string, string>>;
  /** The URL of a module that answers queries instead of the server. */
  readonly provider?: string;
}

/** What opens the search, by what it depends on: all pages of a site space have the same. */
const openers = new LRUCache<string, Html, FrameContext>({
  max: 300,
  memoMethod: (_key, _previous, { context }) => writeOpener(context),
});

/** What opens the search dialog, in the header. Without scripts it is a form. The content of change requests is not searched. */
export function writeSearch(frame: FrameContext): Html | false {
  const { locale, search, isStatic, urls } = frame;
  if (frame.previewed) return false;
  const { url, styles, provider = "", scopes } = search;
  const key = [locale, isStatic, urls.page([]), url, styles, provider, ...scopes].join(" ");
  return openers.memo(key, { context: frame });
}

function writeOpener(frame: FrameContext): Html {
  const { words, icon, search, isStatic } = frame;
  const button = {
    class: `search-button${isStatic ? " script-only" : ""}`,
    href: isStatic ? "#" : search.url,
    role: "button",
    "aria-haspopup": "dialog",
    "aria-keyshortcuts": "Control+K Meta+K /",
    "aria-label": words.search,
    "data-search": JSON.stringify(configOf(search, frame)),
  };
  return html`<search class="site-search"><a${attributes(button)}>${icon("magnifying-glass")}<span>${words.search}</span><kbd aria-hidden="true">/</kbd></a>${writeSearchForm(frame)}</search>`;
}

/** A field with a button, which work without scripts. */
export function writeSearchForm(
  { words, icon, search, isStatic, previewed }: FrameContext,
  query = "",
  name = "no-script",
  scopes: Html | false = false,
): Html | false {
  if (isStatic || previewed) return false;
  const input = { type: "search", name: "q", maxlength: maxQueryLength, value: query || undefined };
  const label = { "aria-label": words.searchSite, placeholder: words.searchSite, autocomplete: "off" };
  return html`<form class="search-form ${name}" action="${search.url}"><input${attributes({ ...input, ...label })}><button class="icon-button" aria-label="${words.search}">${icon("magnifying-glass")}</button>${scopes}</form>`;
}

export function scopeLabel(scope: SearchScope, { searching }: FrameWords): string {
  return { here: searching.onlyHere, sections: searching.allSections, variants: searching.allVariants }[
    scope
  ];
}

function configOf(search: SearchLinks, { words, urls, locale }: FrameContext): DialogConfig {
  return {
    site: urls.page([]),
    lang: locale,
    dir: isRightToLeft(locale) ? "rtl" : "ltr",
    url: search.url,
    styles: search.styles,
    ...(search.provider !== undefined && { provider: search.provider }),
    scopes: search.scopes.map((scope) => [scope, scopeLabel(scope, words)]),
    words: {
      ...words.searching,
      search: words.search,
      searchSite: words.searchSite,
      open: words.open,
      close: words.close,
      failed: words.loadingFailed,
      tryAgain: words.tryAgain,
    },
  };
}
