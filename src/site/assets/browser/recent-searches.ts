const maxKept = 6;

/** The last searches in this browser, newest first. They are kept for one site: others may have the same origin. */
export class RecentSearches {
  readonly #key: string;

  constructor(url: string) {
    this.#key = `lectern-searches ${new URL(url, document.baseURI).pathname}`;
  }

  list(): string[] {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(this.#key) ?? "[]");
      return Array.isArray(kept) ? kept.filter((query) => typeof query === "string").slice(0, maxKept) : [];
    } catch {
      // Storage may be forbidden.
      return [];
    }
  }

  add(query: string): void {
    const others = this.list().filter((other) => other.toLowerCase() !== query.toLowerCase());
    this.#keep([query, ...others].slice(0, maxKept));
  }

  clear(): void {
    this.#keep([]);
  }

  #keep(queries: readonly string[]): void {
    try {
      if (queries.length === 0) localStorage.removeItem(this.#key);
      else localStorage.setItem(this.#key, JSON.stringify(queries));
    } catch {
      // Without storage, there are no recent searches.
    }
  }
}
