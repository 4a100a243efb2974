import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from "openid-client";
import type { OidcConfig } from "../../config/index.ts";
import { errorMessage, forbidden, LecternError, parseEmail } from "../../platform/index.ts";
import type { Reader } from "../../storage/database/index.ts";
import {
  deriveFromTicket,
  findTrustedOrganization,
  type TicketScope,
  type VerifiedIdentity,
} from "../sessions/index.ts";

/** One login at a provider. The ticket is its `state` parameter. */
interface OidcLogin {
  readonly provider: Configuration;
  readonly redirectUri: string;
  readonly ticket: string;
  readonly scope: TicketScope;
}

const timeoutSeconds = 10;
const configurations = new Map<string, Promise<Configuration>>();

/** The provider's metadata, fetched once per process. */
export async function discoverProvider({ issuer, clientId, clientSecret }: OidcConfig) {
  const insecure = issuer.startsWith("http:") ? [allowInsecureRequests] : [];
  const execute = [enableNonRepudiationChecks, ...insecure];
  const options = { execute, timeout: timeoutSeconds };
  try {
    return await configurations.getOrInsertComputed(issuer, () =>
      discovery(new URL(issuer), clientId, clientSecret, undefined, options),
    );
  } catch (error) {
    configurations.delete(issuer);
    throw error;
  }
}

/** The URL at the provider that the browser is redirected to. */
export async function authorizationUrl(login: OidcLogin): Promise<URL> {
  const { nonce, codeVerifier } = deriveSecrets(login);
  return buildAuthorizationUrl(login.provider, {
    redirect_uri: login.redirectUri,
    scope: "openid email profile",
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
    state: login.ticket,
    nonce,
  });
}

/** Exchanges the code in the callback's query string for tokens and reads the user's claims. */
export async function exchangeCode(db: Reader, login: OidcLogin, search: string): Promise<VerifiedIdentity> {
  const { provider } = login;
  const { nonce, codeVerifier } = deriveSecrets(login);
  try {
    const tokens = await authorizationCodeGrant(provider, new URL(`${login.redirectUri}${search}`), {
      expectedState: login.ticket,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new Error("the token response has no ID token");
    const isComplete = claims.email && claims.email_verified !== undefined;
    const hasUserInfo = provider.serverMetadata().userinfo_endpoint !== undefined;
    const userInfo =
      !isComplete && hasUserInfo ? await fetchUserInfo(provider, tokens.access_token, claims.sub) : {};
    return await readIdentity(db, [claims, userInfo]);
  } catch (error) {
    if (error instanceof LecternError) throw error;
    throw new LecternError(401, `Login failed: ${errorMessage(error)}`);
  }
}

async function readIdentity(db: Reader, claimSets: readonly Readonly<Record<string, unknown>>[]) {
  const valuesOf = (claim: string) =>
    claimSets.map((claims) => claims[claim]).filter((value) => (value ?? "") !== "");
  const [emailClaim] = valuesOf("email");
  const [name] = valuesOf("name");
  const verifiedClaims = valuesOf("email_verified");
  const email = typeof emailClaim === "string" ? parseEmail(emailClaim) : undefined;
  if (email === undefined) throw new Error("the claims contain no email address");
  // Some providers send no email_verified claim. They are trusted for the domains of trusted organizations.
  const isVerified =
    verifiedClaims.length === 0
      ? (await findTrustedOrganization(db, email)) !== undefined
      : verifiedClaims.every((value) => value === true || value === "true");
  if (!isVerified) throw forbidden("The provider has not verified this email address");
  return { email, displayName: typeof name === "string" ? name : "" };
}

/** The nonce and PKCE verifier follow from the ticket, so nothing is stored between the two requests. */
function deriveSecrets({ scope, ticket }: OidcLogin) {
  return {
    nonce: deriveFromTicket(scope, ticket, "nonce"),
    codeVerifier: deriveFromTicket(scope, ticket, "verifier"),
  };
}
