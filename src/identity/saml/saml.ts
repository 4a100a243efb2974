import type { SamlConfig } from "@node-saml/node-saml";
import type { Config } from "../../config/index.ts";
import { readTicket, type TicketScope, ticketLifetime } from "../sessions/index.ts";
import { readAssertion, type VerifiedAssertion } from "./assertion.ts";
import { parseCertificates } from "./certificates.ts";
import { inspectResponse } from "./inspect-response.ts";
import type { ActiveProvider } from "./providers.ts";

/** The library takes long to load and most processes never use it. */
const loadLibrary = () => import("./library.ts");

/** The accepted difference between the clocks of the provider and of this server, in milliseconds. */
const clockSkew = 30_000;

/** The URLs of this server that are registered at one identity provider. */
export interface ServiceProvider {
  /** The assertion consumer service: receives the responses. */
  readonly acsURL: string;
  readonly startURL: string;
  /** Identifies this server. It is also the URL of its metadata. */
  readonly entityID: string;
}

export function serviceProviderFor({ baseUrl }: Pick<Config, "baseUrl">, providerId: string) {
  const entityID = `${baseUrl}/auth/saml/${providerId}`;
  return { acsURL: `${entityID}/acs`, startURL: `${entityID}/start`, entityID };
}

/** The metadata of this server for an identity provider, as XML. */
export async function serviceProviderMetadata({ entityID, acsURL }: ServiceProvider): Promise<string> {
  const { generateServiceProviderMetadata } = await loadLibrary();
  return generateServiceProviderMetadata({
    issuer: entityID,
    callbackUrl: acsURL,
    wantAssertionsSigned: true,
  });
}

/** The provider's URL with an authentication request, whose id is the ticket. */
export async function loginUrl(provider: ActiveProvider, service: ServiceProvider, ticket: string) {
  const saml = await createSaml(provider, service, { generateUniqueId: () => ticket });
  return saml.getAuthorizeUrlAsync("", undefined, {});
}

/** A response, with the provider, service and ticket scope that it must match. */
export interface SamlResponse {
  readonly provider: ActiveProvider;
  readonly service: ServiceProvider;
  /** The response in Base64, as posted. */
  readonly encoded: string;
  readonly scope: TicketScope;
}

/** Verifies a response completely; throws an error with the reason if it is refused. */
export async function verifyResponse(response: SamlResponse): Promise<VerifiedAssertion> {
  try {
    return await validate(response);
  } catch (error) {
    throw new Error(explainError(error, response.service));
  }
}

/** Turns an error of the library into a message that an admin or a user can act on. */
function explainError(error: unknown, { startURL }: ServiceProvider): string {
  const message = error instanceof Error && !(error instanceof TypeError) ? error.message : "";
  const [, explanation = message] = explanations.find(([pattern]) => pattern.test(message)) ?? [];
  // The message may quote the response, so its length is limited.
  return explanation.replace("{startURL}", startURL).slice(0, 500).toWellFormed() || "unreadable response";
}

const explanations: readonly [RegExp, string][] = [
  [/^Invalid (document )?signature$/, "the signature does not match the provider's certificate"],
  [/^InResponseTo is missing/, "the response does not belong to a login request; sign in at {startURL}"],
  [
    /^InResponseTo is not valid/,
    "the response does not belong to a request of this browser in the last half hour; sign in again at {startURL}",
  ],
  [
    /expired|^No valid subject confirmation/,
    "the response is too old, or the clocks of the provider and of this server differ",
  ],
  [/is not a valid date/, "the response has no expiry time"],
  [/not yet valid/, "the response is not valid yet: the clocks of the provider and of this server differ"],
];

async function validate({ provider, service, encoded, scope }: SamlResponse): Promise<VerifiedAssertion> {
  const xml = Buffer.from(encoded, "base64").toString("utf8");
  const saml = await createSaml(provider, service, {
    ...inspectResponse(xml, provider, service),
    // The ticket is only read here. It is redeemed in the transaction that creates the session.
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (ticket) => {
        const issuedAt = readTicket(scope, ticket, Date.now());
        return issuedAt === undefined ? null : new Date(issuedAt).toISOString();
      },
      removeAsync: async () => null,
    },
  });
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: encoded });
  if (profile === null) throw new Error("the response contains no assertion");
  return readAssertion(profile, { issuer: provider.entity_id, recipient: service.acsURL, clockSkew });
}

async function createSaml(
  { sso_url, certificate }: ActiveProvider,
  { entityID, acsURL }: ServiceProvider,
  options: Partial<SamlConfig>,
) {
  const { SAML, ValidateInResponseTo } = await loadLibrary();
  return new SAML({
    entryPoint: sso_url,
    idpCert: parseCertificates(certificate).map(String),
    issuer: entityID,
    audience: entityID,
    callbackUrl: acsURL,
    acceptedClockSkewMs: clockSkew,
    // The provider chooses how users authenticate.
    disableRequestedAuthnContext: true,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: ticketLifetime,
    ...options,
  });
}
