/** Opens the client for requests to an API in a dialog. Without scripts, its link opens it as a page. */
export function connectTryLinks(): void {
  document.addEventListener("click", (event) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a.api-try") : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(link);
  });
}

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Counts that the client was opened, or that it sent a request. */
function count(type: "api_client_open" | "api_client_request", link: HTMLAnchorElement): void {
  const { searchParams } = new URL(link.href);
  const detail = { type, path: searchParams.get("path"), method: searchParams.get("method") };
  document.dispatchEvent(new CustomEvent("lectern:event", { detail }));
}

function open(link: HTMLAnchorElement): void {
  const frame = document.createElement("iframe");
  // It runs the text of an author's spec, so it has no access to the site.
  frame.setAttribute("sandbox", "allow-scripts allow-forms allow-popups allow-downloads");
  frame.title = link.ariaLabel ?? "";
  frame.src = `${link.href}&theme=${isDark() ? "dark" : "light"}`;
  const close = document.createElement("button");
  close.type = "button";
  close.className = "icon-button";
  close.ariaLabel = link.dataset.close ?? "";
  close.textContent = "✕";
  close.addEventListener("click", () => dialog.close());
  const dialog = document.createElement("dialog");
  dialog.className = "api-client";
  dialog.ariaLabel = frame.title;
  dialog.append(close, frame);
  const receive = ({ source, data }: MessageEvent) => {
    if (source !== frame.contentWindow) return;
    if (data === "close") dialog.close();
    // The client has a button of its own.
    if (data === "open") {
      close.remove();
      frame.focus();
    }
    if (data === "request") count("api_client_request", link);
  };
  addEventListener("message", receive);
  dialog.addEventListener("close", () => {
    removeEventListener("message", receive);
    dialog.remove();
    link.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  count("api_client_open", link);
}
