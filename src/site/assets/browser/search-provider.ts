/** A text in parts: those at odd positions match the query. */
export type MarkedText = readonly string[];

export interface SearchedPage {
  readonly url: string;
  readonly title: MarkedText;
  readonly trail: readonly string[];
  readonly text: MarkedText;
  readonly sections: readonly {
    readonly url: string;
    readonly title: MarkedText;
    readonly text: MarkedText;
  }[];
}

export interface SearchAnswer {
  readonly pages: readonly SearchedPage[];
  /** The words that were searched instead of words that occur nowhere. */
  readonly corrected?: readonly string[];
  /** Words of the site that are similar to those of the query, if nothing was found. */
  readonly similar?: readonly string[];
}

/** Where results come from. */
export interface SearchProvider {
  search(query: string, signal: AbortSignal, scope?: string): Promise<SearchAnswer>;
}

/** What the page says about its search, in the attribute `data-search`. */
export interface SearchConfig {
  /** The URL of the site, whose recent searches are kept. */
  readonly site: string;
  /** The language of the words and its direction. */
  readonly lang: string;
  readonly dir: string;
  /** The URL of the page with results, which also answers queries as JSON. */
  readonly url: string;
  readonly styles: string;
  readonly scopes: readonly (readonly [scope: string, label: string])[];
  readonly words: Readonly<Record<string, string>>;
  /** The URL of a module that exports `createProvider`. Without it, the server answers. */
  readonly provider?: string;
}

export async function createProvider(config: SearchConfig): Promise<SearchProvider> {
  if (config.provider === undefined) return serverProvider(config.url);
  const module = (await import(new URL(config.provider, document.baseURI).href)) as {
    createProvider(config: SearchConfig): SearchProvider | Promise<SearchProvider>;
  };
  return module.createProvider(config);
}

function serverProvider(url: string): SearchProvider {
  return {
    search: async (query, signal, scope) => {
      const reply = await fetch(searchUrl(url, query, scope), {
        headers: { accept: "application/json" },
        signal,
      });
      if (!reply.ok) throw new Error(reply.statusText);
      return (await reply.json()) as SearchAnswer;
    },
  };
}

/** The URL of the page with results. */
export function searchUrl(url: string, query: string, scope?: string): string {
  return `${url}?${new URLSearchParams({ q: query, ...(scope !== undefined && { scope }) })}`;
}
