export { FetchError } from "./fetch-error.ts";
export { type Fetched, fetchOutside } from "./fetch-outside.ts";
export { internet } from "./pin-host.ts";
export { isPublicAddress, placeOf } from "./public-address.ts";
export { tooLarge } from "./read-body.ts";
