import type { MarkedText, SearchAnswer, SearchedPage } from "./search-provider.ts";

/** Creates an element. Properties are those of its interface, so text is never HTML. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: readonly (Node | string | false)[]
): HTMLElementTagNameMap[Tag] {
  const created = Object.assign(document.createElement(tag), properties);
  created.append(...children.filter((child) => child !== false));
  return created;
}

/** The options for what was found: each page in a group with its sections. */
export function pageOptions({ pages }: SearchAnswer): HTMLElement[] {
  return pages.map((page) =>
    element(
      "div",
      { role: "group", className: "search-group", ariaLabel: page.title.join("") },
      pageOption(page),
      ...page.sections.map(({ url, title, text }) =>
        link(url, "search-result is-section", element("strong", {}, marked(title)), excerpt(text)),
      ),
    ),
  );
}

function pageOption({ url, title, trail, text }: SearchedPage): HTMLElement {
  return link(
    url,
    "search-result",
    trail.length > 0 && element("small", {}, trail.join(" / ")),
    element("strong", {}, marked(title)),
    excerpt(text),
  );
}

function link(url: string, className: string, ...children: readonly (Node | false)[]): HTMLElement {
  return element("a", { href: url, className, role: "option", tabIndex: -1 }, ...children);
}

/** Queries as options: recent ones, or similar words. */
export function queryOptions(label: string, queries: readonly string[]): HTMLElement[] {
  if (queries.length === 0) return [];
  const options = queries.map((query) => {
    const option = element("div", { className: "search-result is-query", role: "option" });
    option.dataset.query = query;
    option.append(element("bdi", {}, query));
    return option;
  });
  return [element("div", { role: "group", className: "search-group", ariaLabel: label }, ...options)];
}

function excerpt(text: MarkedText): HTMLElement | false {
  return text.some((part) => part !== "") && element("span", {}, marked(text));
}

function marked(parts: MarkedText): HTMLElement {
  return element("bdi", {}, ...parts.map((part, i) => (i % 2 === 1 ? element("mark", {}, part) : part)));
}
