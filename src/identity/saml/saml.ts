import { generateServiceProviderMetadata, SAML, ValidateInResponseTo } from "@node-saml/node-saml";
import { readTicket, type TicketScope, ticketLength } from "../sessions/index.ts";
import { readAssertion } from "./assertion.ts";
import { parseCertificates } from "./certificates.ts";
import type { ActiveProvider } from "./provider-store.ts";
import { lookAtText } from "./response-text.ts";
import type { SamlService } from "./service.ts";
import type { Vouching } from "./verified-identity.ts";

/** By how much the clocks of a provider and of this server may differ. */
const clockSkew = 30_000;

/** What a provider is told of this server, as XML. */
export function describeService({ entityID, acsURL }: SamlService): string {
  return generateServiceProviderMetadata({
    issuer: entityID,
    callbackUrl: acsURL,
    wantAssertionsSigned: true,
  });
}

/** Where a browser is sent to sign in; the ticket comes back with the answer. */
export function addressToSignIn(
  provider: ActiveProvider,
  service: SamlService,
  ticket: string,
): Promise<string> {
  const saml = samlOf(provider, service, { generateUniqueId: () => ticket });
  return saml.getAuthorizeUrlAsync("", undefined, {});
}

/** What came back from a provider, and all that is needed to judge it. */
export interface Answer {
  readonly provider: ActiveProvider;
  readonly service: SamlService;
  /** As it was posted. */
  readonly response: string;
  /** What its ticket must be for. */
  readonly scope: TicketScope;
}

/** Who the provider vouches for; throws with a reason where anything is not as it should be. */
export async function readAnswer(answer: Answer): Promise<Vouching> {
  try {
    return await readChecked(answer);
  } catch (error) {
    throw new Error(explain(error, answer.service));
  }
}

/** What the library says, in words that tell an admin what to look at, or somebody what to do. */
function explain(error: unknown, { startURL }: SamlService): string {
  const message = error instanceof Error && !(error instanceof TypeError) ? error.message : "";
  const [, words = message] = explanations.find(([pattern]) => pattern.test(message)) ?? [];
  // Whoever sends something decides how long it is.
  return words.replace("{startURL}", startURL).slice(0, 500).toWellFormed() || "it cannot be read";
}

const explanations: readonly [RegExp, string][] = [
  [
    /^Invalid (document )?signature$/,
    "its signature does not fit the provider's certificate that is known here",
  ],
  [/^InResponseTo is missing/, "it answers no question; begin to sign in at {startURL}"],
  [
    /^InResponseTo is not valid/,
    "it answers no question that was asked here, in this browser and within half an hour; begin again at {startURL}",
  ],
  [
    /expired|^No valid subject confirmation/,
    "it is too old, or the clocks of the provider and of this server differ",
  ],
  [/is not a valid date/, "it does not say how long it is valid"],
  [/not yet valid/, "it is not valid yet: the clocks of the provider and of this server differ"],
];

async function readChecked({ provider, service, response, scope }: Answer): Promise<Vouching> {
  const xml = Buffer.from(response, "base64").toString("utf8");
  const saml = samlOf(provider, service, {
    ...lookAtText(xml, provider, service),
    // A ticket is taken later, together with all that its use changes: here it is only looked at.
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (ticket) => {
        const made = readTicket(scope, ticket, Date.now());
        return made === undefined ? null : new Date(made).toISOString();
      },
      removeAsync: async () => null,
    },
  });
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response });
  if (profile === null) throw new Error("there is no assertion in it");
  return readAssertion(profile, { issuer: provider.entity_id, recipient: service.acsURL, clockSkew });
}

function samlOf(
  { sso_url, certificate }: ActiveProvider,
  { entityID, acsURL }: SamlService,
  options: Partial<ConstructorParameters<typeof SAML>[0]>,
): SAML {
  return new SAML({
    entryPoint: sso_url,
    idpCert: parseCertificates(certificate).map(String),
    issuer: entityID,
    audience: entityID,
    callbackUrl: acsURL,
    acceptedClockSkewMs: clockSkew,
    // How somebody proves who they are is the provider's business.
    disableRequestedAuthnContext: true,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: ticketLength,
    ...options,
  });
}
