// In a preview of a customization: tells the workspace around it which page is open, and loads the page again when it asks.
const { workspace = "" } = document.querySelector<HTMLElement>("script[data-workspace]")?.dataset ?? {};

/** The path of the preview, below which all its pages are. */
const [base = ""] = /^.*\/~lectern\/previews\/[^/]+\/[^/]+/.exec(location.pathname) ?? [];

if (parent !== window) {
  addEventListener("message", ({ source, origin, data }) => {
    if (source === parent && origin === workspace && data?.type === "lectern-reload") location.reload();
  });
  const path = location.pathname.slice(base.length);
  parent.postMessage({ type: "lectern-page", path, title: document.title }, workspace);
  document.addEventListener("click", leaveInNewTab, { capture: true });
}

/** Other pages may not be shown in a frame, and are not part of the preview. */
function leaveInNewTab({ target }: Event): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  if (link === null || !/^https?:$/.test(link.protocol)) return;
  if (link.origin !== location.origin || !`${link.pathname}/`.startsWith(`${base}/`)) link.target = "_blank";
}
