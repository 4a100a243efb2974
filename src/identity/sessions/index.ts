export { browserCookie, newBrowser, readBrowser } from "./browser-cookie.ts";
export { isSecure } from "./cookies.ts";
export { refuseOtherWays, useSingleSignOn } from "./require-sso.ts";
export { cookieOf, endedCookie, isFromElsewhere, readSession } from "./session-cookie.ts";
export { findSignedIn, newSecret, openSession } from "./sessions.ts";
export { derive, newTicket, readTicket, type TicketScope, ticketLength, useTicket } from "./tickets.ts";
export { findTrusted, isTrusted } from "./trust.ts";
