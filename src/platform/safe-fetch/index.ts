export { FetchError } from "./fetch-error.ts";
export { internet } from "./pin-host.ts";
export { isPublicAddress, networkPrefix } from "./public-address.ts";
export { tooLarge } from "./read-body.ts";
export { type FetchedResponse, safeFetch } from "./safe-fetch.ts";
