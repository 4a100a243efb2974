// Requests of readers to the APIs that pages describe: Scalar's client, the proxy, and the download of specs.
export { readClientAsset } from "./client-asset.ts";
export { proxyPath, proxyRequest } from "./proxy.ts";
export { specDownload } from "./spec-download.ts";
export { tryPage } from "./try-page.ts";
