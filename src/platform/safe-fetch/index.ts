// Requests to URLs that users gave, kept out of the server's own network.
export { FetchError, tooLarge } from "./fetch-error.ts";
export { internet, type Network } from "./pin-host.ts";
export { isPublicAddress, networkPrefix } from "./public-address.ts";
export { beforeDeadline, type FetchedResponse, safeFetch } from "./safe-fetch.ts";
