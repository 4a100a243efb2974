import { generateServiceProviderMetadata, SAML, ValidateInResponseTo } from "@node-saml/node-saml";
import { decodeXML } from "entities";
import type { ActiveProvider } from "../../resources/saml-providers/store.ts";
import { readTicket, type TicketScope, ticketLength } from "../tickets.ts";
import type { Vouching } from "../vouching.ts";
import { readAssertion } from "./assertion.ts";
import { parseCertificates } from "./certificates.ts";
import type { SamlService } from "./service.ts";

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
  return words.replace("{startURL}", startURL) || "it cannot be read";
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
  [/not yet valid/, "it is not valid yet: the clocks of the provider and of this server differ"],
];

async function readChecked({ provider, service, response, scope }: Answer): Promise<Vouching> {
  const xml = Buffer.from(response, "base64").toString("utf8");
  requireUsual(xml);
  requireForUs(xml, provider, service);
  const saml = samlOf(provider, service, {
    ...signaturesIn(xml),
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

/**
 * How much there may be in an answer; one that names hundreds of groups has 50 KB. Reading takes the square of the number of
 * tags, and a namespace is written out wherever it is used.
 */
const most = {
  characters: 128 * 1024,
  tags: 2000,
  attributes: 4000,
  namespaces: 200,
  lengthOfAttribute: 4096,
};

/** What the library hands out is only what was signed; all the same, nothing odd is taken. */
function requireUsual(xml: string): void {
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) throw new Error("it must not define a document type");
  if (/\bAlgorithm\s*=\s*(?:"[^"]*&|'[^']*&)/.test(xml)) throw new Error("it hides how it is signed");
  if (/xmldsig#(?:\w+-)?sha1\s*["']/i.test(xml))
    throw new Error("it is signed with SHA-1, which can be forged; the provider has to use SHA-256");
  const count = (text: string) => xml.split(text).length - 1;
  const tooLong = new RegExp(`="[^"]{${most.lengthOfAttribute}}|='[^']{${most.lengthOfAttribute}}`);
  if (
    xml.length > most.characters ||
    count("<") > most.tags ||
    count("=") > most.attributes ||
    count("xmlns") > most.namespaces ||
    tooLong.test(xml)
  )
    throw new Error("it is too long; the provider has to send fewer attributes");
}

const assertionTag = /<(?:[^\s<>/:]+:)?(Encrypted)?Assertion[\s/>]/g;
const signatureTag = /<(?:[^\s<>/:]+:)?Signature[\s/>]/;

/** What stands around the assertion need not be signed, but where it says for whom and by whom it is, it must be right. */
function requireForUs(xml: string, { entity_id }: ActiveProvider, { acsURL }: SamlService): void {
  const [around = ""] = xml.split(assertionTag, 1);
  const [, destination] =
    /^[^<]*(?:<\?[^>]*>\s*)?<[^>]*\sDestination\s*=\s*["']([^"']*)["']/.exec(around) ?? [];
  if (destination && decodeXML(destination) !== acsURL)
    throw new Error(`it is sent to ${destination}, not to ${acsURL}`);
  const [, issuer] = /<(?:[^\s<>/:]+:)?Issuer(?:\s[^>]*)?>([^<]*)</.exec(around) ?? [];
  if (issuer !== undefined && decodeXML(issuer).trim() !== entity_id)
    throw new Error(`its issuer is ${issuer}, not ${entity_id}`);
  const [, status = "Success"] = /StatusCode\s[^>]*Value\s*=\s*["'][^"']*?(\w+)["']/.exec(around) ?? [];
  // Without an assertion, the library tells more about it.
  if (status !== "Success" && around !== xml) throw new Error(`it says ${status}, but holds an assertion`);
}

/** Every signature that is there must be right, and the library wants one at least. */
function signaturesIn(xml: string): { wantAuthnResponseSigned: boolean; wantAssertionsSigned: boolean } {
  const [assertion, ...others] = xml.matchAll(assertionTag);
  if (others.length > 0) throw new Error("it must not hold more than one assertion");
  if (assertion?.[1])
    throw new Error(
      "it is encrypted, which this server does not support; the provider has to send it as it is",
    );
  const start = assertion?.index ?? xml.length;
  return {
    wantAuthnResponseSigned: signatureTag.test(xml.slice(0, start)),
    wantAssertionsSigned: signatureTag.test(xml.slice(start)),
  };
}
