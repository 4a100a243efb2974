// Browser sessions, their cookies, the tickets of logins at identity providers, and which organizations enforce SSO.
export {
  browserCookie,
  expiredSessionCookie,
  isCrossSiteRequest,
  newBrowserId,
  readBrowserId,
  readSessionToken,
  sessionCookie,
  usesHttps,
} from "./cookies.ts";
export {
  deriveFromTicket,
  newTicket,
  readTicket,
  redeemTicket,
  type TicketScope,
  ticketLifetime,
} from "./login-tickets.ts";
export {
  createSession,
  deleteSession,
  findSessionUser,
  newSecret,
  type VerifiedIdentity,
} from "./sessions.ts";
export {
  enforceSso,
  findTrustedOrganization,
  isTrustedOrganization,
  ssoRequired,
} from "./trusted-organizations.ts";
