import { RecentSearches } from "./recent-searches.ts";
import {
  createProvider,
  type SearchAnswer,
  type SearchConfig,
  type SearchProvider,
  searchUrl,
} from "./search-provider.ts";
import { SearchView } from "./search-view.ts";

let opened: Promise<SearchDialog> | undefined;

/** Opens the dialog, with a query. */
export async function openSearch(button: HTMLElement, query?: string): Promise<void> {
  opened ??= createDialog(button);
  try {
    (await opened).open(query);
  } catch (error) {
    opened = undefined;
    throw error;
  }
}

async function createDialog(button: HTMLElement): Promise<SearchDialog> {
  const config = JSON.parse(button.dataset.search ?? "") as SearchConfig;
  const [provider] = await Promise.all([createProvider(config), loadStyles(config.styles)]);
  return new SearchDialog(config, provider, new SearchView(config, button.querySelector("svg")));
}

/** Waits for the style sheet. Without it the dialog can still be used. */
function loadStyles(href: string): Promise<unknown> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  const { promise, resolve } = Promise.withResolvers<unknown>();
  link.onload = link.onerror = resolve;
  document.head.append(link);
  return promise;
}

/** How long to wait for further letters, until it says that it is searching, and until a query counts as a search. */
const delays = { typing: 60, busy: 250, settled: 1500 };

/** Asks the provider while the reader types. Answers to earlier queries are dropped. */
class SearchDialog {
  readonly #config: SearchConfig;
  readonly #provider: SearchProvider;
  readonly #view: SearchView;
  readonly #recent: RecentSearches;
  #running = new AbortController();
  #timers: ReturnType<typeof setTimeout>[] = [];
  /** The answer to the query in the field. */
  #answered: { readonly query: string; readonly results: number } | undefined;
  #isReported = false;
  /** Enter was pressed before the answer arrived. */
  #opensFirst = false;

  constructor(config: SearchConfig, provider: SearchProvider, view: SearchView) {
    this.#config = config;
    this.#provider = provider;
    this.#view = view;
    this.#recent = new RecentSearches(config.site);
    const { dialog, input } = view;
    input.addEventListener("input", () => this.#update());
    input.addEventListener("keydown", (event) => this.#press(event));
    view.body.addEventListener("click", (event) => this.#click(event));
    view.scopes?.addEventListener("change", () => this.#update());
    dialog.addEventListener("click", ({ target }) => {
      if (target === dialog || (target instanceof Element && target.closest("[data-close]"))) dialog.close();
    });
    dialog.addEventListener("close", () => {
      this.#stop();
      this.#report();
    });
  }

  open(query?: string): void {
    const { dialog, input } = this.#view;
    if (query !== undefined) input.value = query;
    if (!dialog.open) {
      dialog.showModal();
      report("lectern:event", { type: "search_open" });
    }
    input.focus();
    input.select();
    this.#update();
  }

  #stop(): void {
    this.#running.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
    this.#opensFirst = false;
  }

  /** Searches for what is in the field. */
  #update(): void {
    this.#stop();
    this.#isReported = false;
    this.#answered = undefined;
    const query = this.#view.input.value.trim();
    const { url, provider } = this.#config;
    // Only a server has a page with results.
    const hasResultsPage = query !== "" && provider === undefined;
    this.#view.setResultsUrl(hasResultsPage ? searchUrl(url, query, this.#view.scope) : undefined);
    if (query === "") {
      this.#view.showQueries(this.#recent.list());
      return;
    }
    this.#running = new AbortController();
    const { signal } = this.#running;
    this.#view.setOutdated();
    this.#later(() => this.#view.showBusy(), delays.busy);
    this.#later(() => void this.#ask(query, signal), delays.typing);
  }

  #later(action: () => void, delay: number): void {
    this.#timers.push(setTimeout(action, delay));
  }

  async #ask(query: string, signal: AbortSignal): Promise<void> {
    let answer: SearchAnswer | undefined;
    try {
      answer = await this.#provider.search(query, signal, this.#view.scope);
    } catch {
      answer = undefined;
    }
    if (signal.aborted) return;
    const opensFirst = this.#opensFirst;
    this.#stop();
    if (answer === undefined) {
      this.#view.showFailure();
      return;
    }
    this.#answered = { query, results: answer.pages.length };
    this.#view.showAnswer(answer);
    if (opensFirst) this.#view.active?.click();
    else this.#later(() => this.#report(), delays.settled);
  }

  #press(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      const { ctrlKey, metaKey, shiftKey } = event;
      const click = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey };
      if (this.#view.isOutdated) this.#opensFirst = true;
      else this.#view.active?.dispatchEvent(new MouseEvent("click", click));
    } else if (this.#view.move(event)) event.preventDefault();
  }

  #click(event: MouseEvent): void {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("[data-retry]")) {
      this.#view.input.focus();
      this.#update();
    }
    if (target?.closest("[data-clear]")) {
      this.#recent.clear();
      this.#view.showQueries([]);
      this.#view.input.focus();
    }
    const option = target?.closest<HTMLElement>("[role=option]");
    if (option) this.#choose(option, event.ctrlKey || event.metaKey || event.shiftKey);
  }

  /** Searches for a query, or follows a link: the dialog stays open if it opens in another tab. */
  #choose(option: HTMLElement, opensTab: boolean): void {
    const { query } = option.dataset;
    if (query === undefined && this.#answered !== undefined) {
      this.#recent.add(this.#answered.query);
      report("lectern:event", { type: "search_open_result", query: this.#answered.query });
    }
    if (query !== undefined) this.open(query);
    else if (opensTab) this.#report();
    else this.#view.dialog.close();
  }

  /** Tells other scripts what was searched: when the reader has stopped typing, opens a result or closes the dialog. */
  #report(): void {
    if (this.#answered === undefined || this.#isReported) return;
    this.#isReported = true;
    report("lectern:search", this.#answered);
  }
}

/** Tells other scripts what the reader did. */
function report(name: "lectern:search" | "lectern:event", detail: object): void {
  document.dispatchEvent(new CustomEvent(name, { detail }));
}
