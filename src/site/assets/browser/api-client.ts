// Runs in the frame of the client for requests, which has an origin of its own. It loads Scalar, and opens its client with the
// operation of the page.

interface RequestData {
  readonly script: string;
  readonly document: object;
  readonly proxy?: string;
  readonly isDark: boolean;
}

declare const Scalar: { createApiReference(element: Element, configuration: object): void };

/** A frame without an origin has no storage. */
function provideStorage(name: "localStorage" | "sessionStorage"): void {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(String(key)) ?? null,
    setItem: (key: string, value: string) => void items.set(String(key), String(value)),
    removeItem: (key: string) => void items.delete(String(key)),
    clear: () => items.clear(),
    key: (index: number) => [...items.keys()][index] ?? null,
    get length() {
      return items.size;
    },
  };
  Object.defineProperty(window, name, { value: storage, configurable: true });
}

function tell(message: "open" | "close" | "request"): void {
  // The page that contains the frame has the origin of the site, which this frame does not share.
  if (parent !== window) parent.postMessage(message, "*");
}

/** Tells that the reader sends a request: only the open client sends any. */
function observeRequests(): void {
  const send = window.fetch;
  window.fetch = (...request) => {
    if (document.querySelector(".scalar-client--open") !== null) tell("request");
    return send(...request);
  };
}

/** Opens the client as soon as the reference of the operation has its button, and tells when it is closed. */
function openClient(): void {
  let isOpen = false;
  const observer = new MutationObserver(() => {
    const isShown = document.querySelector(".scalar-client--open") !== null;
    const button = document.querySelector<HTMLElement>("button.show-api-client-button");
    if (isShown && !isOpen) tell("open");
    if (!isShown && isOpen) tell("close");
    if (!isShown && !isOpen && button && !button.dataset.clicked) {
      button.dataset.clicked = "true";
      button.click();
    }
    isOpen = isShown;
  });
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["class"],
  });
}

function start({ document: spec, proxy, isDark }: RequestData): void {
  openClient();
  Scalar.createApiReference(document.querySelector("#app") ?? document.body, {
    content: spec,
    ...(proxy !== undefined && { proxyUrl: new URL(proxy, location.href).href }),
    forceDarkModeState: isDark ? "dark" : "light",
    hideDarkModeToggle: true,
    showSidebar: false,
    hideSearch: true,
    hideModels: true,
    hideClientButton: true,
    documentDownloadType: "none",
    showDeveloperTools: "never",
    withDefaultFonts: false,
    telemetry: false,
    persistAuth: false,
    agent: { disabled: true },
    mcp: { disabled: true },
  });
}

provideStorage("localStorage");
provideStorage("sessionStorage");
observeRequests();
addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && document.querySelector(".scalar-client--open") === null) tell("close");
});
const data = JSON.parse(document.querySelector("#request")?.textContent ?? "{}") as RequestData;
const script = document.createElement("script");
script.src = data.script;
script.nonce = document.querySelector<HTMLElement>("script[nonce]")?.nonce ?? "";
script.addEventListener("load", () => start(data));
document.body.append(script);
