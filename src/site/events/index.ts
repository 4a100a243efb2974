// Events that the pages of a site send, and those of programs that request its other resources.
export { type RequestTarget, recordRequest, recordRequestFor, requestTarget } from "./record-request.ts";
export { eventsResource } from "./take-events.ts";
