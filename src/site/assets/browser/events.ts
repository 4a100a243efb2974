/** Sends an event about this page, unless the reader asks not to be tracked. The server knows the page and the visitor. */
export function sendEvent(event: object): void {
  const { globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  if (isCounted() && navigator.doNotTrack !== "1" && !globalPrivacyControl)
    navigator.sendBeacon(eventsUrl(), JSON.stringify(event));
}

/** Previews and static copies are not counted. */
const isCounted = () => "events" in document.documentElement.dataset;

export function eventsUrl(): string {
  return `${location.pathname.replace(/\/$/, "")}/~lectern/events`;
}

/** Counts views of the page, searches and their results that were opened, and clicks on links to other hosts. */
export function countEvents(): void {
  const view = () =>
    sendEvent({ type: "page_view", referrer: document.referrer, search: location.search.slice(0, 1000) });
  if ("prerendering" in document && document.prerendering)
    document.addEventListener("prerenderingchange", view, { once: true });
  else view();
  // The browser may show the page again as it was left.
  addEventListener("pageshow", ({ persisted }) => persisted && view());
  document.addEventListener("lectern:search", (event) => {
    const { query, results } = (event as CustomEvent<{ query: string; results: number }>).detail;
    sendEvent({ type: "search_type_query", query, results });
  });
  document.addEventListener("lectern:event", (event) => sendEvent((event as CustomEvent<object>).detail));
  for (const name of ["click", "auxclick"]) document.addEventListener(name, countClick);
}

function countClick({ target }: Event): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  const { searched: query } = link?.closest<HTMLElement>("[data-searched]")?.dataset ?? {};
  if (query !== undefined && link?.matches(".search-result"))
    sendEvent({ type: "search_open_result", query });
  if (link === null || link.host === location.host || !/^(?:https?|mailto|tel):/.test(link.protocol)) return;
  sendEvent({ type: "link_click", url: link.href, position: positionOf(link) });
}

function positionOf(link: Element): string {
  if (link.closest(".announcement")) return "announcement";
  if (link.closest("main")) return "content";
  if (link.closest("header")) return "header";
  return link.closest("footer") ? "footer" : "sidebar";
}
