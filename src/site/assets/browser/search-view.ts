import type { SearchAnswer, SearchConfig } from "./search-provider.ts";
import { element, pageOptions, queryOptions } from "./search-results.ts";

/** The dialog with its field, which is a combobox, and the list of options. */
export class SearchView {
  readonly dialog: HTMLDialogElement;
  readonly input: HTMLInputElement;
  readonly scopes: HTMLElement | undefined;
  /** The options, and messages above them. */
  readonly body: HTMLElement;
  readonly #words: SearchConfig["words"];
  readonly #list: HTMLElement;
  readonly #message: HTMLElement;
  readonly #status: HTMLElement;
  readonly #allResults: HTMLAnchorElement;
  #active: HTMLElement | undefined;
  /** Whether the arrow keys were used since the last answer. */
  #isMoving = false;
  /** Whether the list does not belong to the query in the field. */
  isOutdated = false;

  constructor({ words, scopes, lang, dir }: SearchConfig, icon: Element | null) {
    this.#words = words;
    this.#list = element("div", { id: "~search-list", role: "listbox", ariaLabel: words.results ?? "" });
    this.input = element("input", {
      type: "text",
      role: "combobox",
      className: "search-input",
      ariaLabel: words.searchSite ?? "",
      placeholder: words.searchSite ?? "",
      ariaAutoComplete: "list",
      ariaHasPopup: "listbox",
      autocomplete: "off",
      spellcheck: false,
      maxLength: 512,
      enterKeyHint: "search",
    });
    this.input.setAttribute("aria-controls", this.#list.id);
    this.#message = element("div", { className: "search-message" });
    this.#status = element("p", { className: "hidden-text", role: "status" });
    this.#allResults = element("a", { className: "search-all", hidden: true }, words.allResults ?? "");
    this.scopes = scopes.length > 0 ? createScopes(scopes, words.searchIn ?? "") : undefined;
    const close = element("button", {
      type: "button",
      className: "search-close",
      ariaLabel: words.close ?? "",
    });
    close.dataset.close = "";
    close.append("✕");
    this.body = element("div", { className: "search-body" }, this.#message, this.#list);
    this.dialog = element(
      "dialog",
      { className: "search-dialog", ariaLabel: words.search ?? "", lang, dir },
      element("div", { className: "search-top" }, icon?.cloneNode(true) ?? "", this.input, close),
      this.scopes ?? "",
      this.body,
      element("div", { className: "search-foot" }, createHints(words), this.#allResults),
      this.#status,
    );
    document.body.append(this.dialog);
  }

  get active(): HTMLElement | undefined {
    return this.#active;
  }

  get scope(): string | undefined {
    return this.scopes?.querySelector<HTMLInputElement>("input:checked")?.value;
  }

  /** The link appears with the first results, and stays until there are none, so that it does not flicker. */
  setResultsUrl(url: string | undefined): void {
    if (url === undefined) this.#allResults.removeAttribute("href");
    else this.#allResults.href = url;
    this.#allResults.hidden ||= url === undefined;
  }

  /** The list stays for a moment, so that it does not flicker. */
  setOutdated(): void {
    this.isOutdated = true;
    this.#list.ariaBusy = "true";
  }

  showBusy(): void {
    this.#show([], element("p", { className: "search-busy" }, this.#words.busy ?? ""));
    this.isOutdated = true;
    this.#announce(this.#words.busy ?? "");
  }

  showFailure(): void {
    const retry = element("button", { type: "button", className: "button button-secondary" });
    retry.dataset.retry = "";
    retry.append(this.#words.tryAgain ?? "");
    this.#show([], element("p", { role: "alert" }, `${this.#words.failed} `, retry));
    this.#announce("");
  }

  /** Shows recent queries, or what to do if there are none. */
  showQueries(queries: readonly string[]): void {
    const { recentSearches = "", typeToSearch = "", clear = "" } = this.#words;
    const button = element("button", { type: "button", className: "search-clear" }, clear);
    button.dataset.clear = "";
    const message =
      queries.length === 0
        ? element("p", { className: "search-empty" }, typeToSearch)
        : element("p", { className: "search-title" }, element("span", {}, recentSearches), button);
    this.#show(queryOptions(recentSearches, queries), message);
    this.#announce("");
  }

  showAnswer(answer: SearchAnswer): void {
    const { pages, corrected = [], similar = [] } = answer;
    const {
      nothingFound = "",
      tryOtherWords = "",
      similarWords = "",
      showingResultsFor,
      results,
    } = this.#words;
    this.#allResults.hidden = pages.length === 0 || !this.#allResults.hasAttribute("href");
    if (pages.length === 0) {
      const title = element("strong", {}, nothingFound);
      const more = similar.length > 0 && element("p", { className: "search-title" }, similarWords);
      this.#show(
        queryOptions(similarWords, similar),
        element("p", { className: "search-empty" }, title, element("br"), tryOtherWords),
        more,
      );
      const words = similar.length > 0 ? ` ${similarWords}: ${similar.join(", ")}` : "";
      this.#announce(`${nothingFound}.${words}`);
      return;
    }
    const instead = corrected.length > 0 && `${showingResultsFor} ${corrected.join(", ")}`;
    this.#show(
      pageOptions(answer),
      instead !== false && element("p", { className: "search-title" }, element("span", {}, instead)),
    );
    this.#activate(this.#options()[0]);
    this.#announce(`${instead ? `${instead}. ` : ""}${results}: ${pages.length}`);
  }

  /** Moves through the options. Returns whether the key was one of the list. */
  move({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
    const options = this.#options();
    if (options.length === 0 || altKey || ctrlKey || metaKey || shiftKey || this.isOutdated) return false;
    const index = this.#active === undefined ? -1 : options.indexOf(this.#active);
    const target = {
      ArrowDown: index + 1,
      ArrowUp: index <= 0 ? options.length - 1 : index - 1,
      // In a text that is being typed, they move the cursor.
      ...(this.#isMoving && { Home: 0, End: options.length - 1 }),
    }[key];
    if (target === undefined) return false;
    this.#isMoving = true;
    this.#activate(options[target % options.length]);
    return true;
  }

  #options(): HTMLElement[] {
    return [...this.#list.querySelectorAll<HTMLElement>("[role=option]")];
  }

  #show(options: readonly HTMLElement[], ...messages: readonly (HTMLElement | false)[]): void {
    this.isOutdated = false;
    this.#isMoving = false;
    this.#list.ariaBusy = null;
    this.#list.replaceChildren(...options);
    this.#list.hidden = options.length === 0;
    this.#message.replaceChildren(...messages.filter((message) => message !== false));
    this.input.ariaExpanded = String(options.length > 0);
    for (const [i, option] of this.#options().entries()) option.id = `~search-option-${i}`;
    this.#activate(undefined);
    this.body.scrollTop = 0;
  }

  #activate(option: HTMLElement | undefined): void {
    this.#active?.setAttribute("aria-selected", "false");
    this.#active = option;
    option?.setAttribute("aria-selected", "true");
    if (option === undefined) this.input.removeAttribute("aria-activedescendant");
    else this.input.setAttribute("aria-activedescendant", option.id);
    if (this.#isMoving) option?.scrollIntoView({ block: "nearest" });
  }

  #announce(text: string): void {
    this.#status.textContent = text;
  }
}

function createScopes(scopes: SearchConfig["scopes"], label: string): HTMLElement {
  const choices = scopes.map(([value, name], i) => {
    const input = element("input", { type: "radio", name: "search-scope", value, checked: i === 0 });
    return element("label", {}, input, name);
  });
  return element(
    "fieldset",
    { className: "search-scopes" },
    element("legend", { className: "hidden-text" }, label),
    ...choices,
  );
}

/** The keys, for readers who see them. */
function createHints({ move, open, close }: SearchConfig["words"]): HTMLElement {
  const hints = [
    ["↑ ↓", move],
    ["↵", open],
    ["Esc", close],
  ].map(([key = "", word = ""]) => element("span", {}, element("kbd", {}, key), word));
  return element("div", { className: "search-hints", ariaHidden: "true" }, ...hints);
}
