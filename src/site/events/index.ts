// Events that the pages of a site send.
export { eventsResource } from "./take-events.ts";
