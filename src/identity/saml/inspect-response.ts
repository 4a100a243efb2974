import { decodeXML } from "entities";
import type { ActiveProvider } from "./providers.ts";
import type { ServiceProvider } from "./saml.ts";
import { scanTags, type XmlTag } from "./xml-tags.ts";

/**
 * Limits on a response; one with hundreds of groups is well below them. Canonicalization takes time quadratic in the
 * number of tags and repeats namespaces wherever they are used.
 */
const max = {
  characters: 192 * 1024,
  tags: 1000,
  attributesPerTag: 50,
  depth: 40,
  namespacesInScope: 100,
  namespaceLength: 512,
  attributeLength: 4096,
};

/** The signatures that the SAML library must verify. */
export interface SignatureChecks {
  readonly wantAuthnResponseSigned: boolean;
  readonly wantAssertionsSigned: boolean;
}

/**
 * Inspects the text of a response before it is parsed, and refuses suspicious or misdirected ones. This is defence in
 * depth: later only signed content counts. Every signature that is present is verified, and the library requires one.
 */
export function inspectResponse(xml: string, provider: ActiveProvider, service: ServiceProvider) {
  const tags = openingTags(xml);
  for (const tag of tags) refuseSha1(tag);
  const encrypted = tags.some(({ name }) => name === "EncryptedAssertion");
  if (encrypted)
    throw new Error(
      "the assertion is encrypted, which this server does not support; the provider has to send it unencrypted",
    );
  const [assertion, ...others] = tags.filter(({ name }) => name === "Assertion");
  if (others.length > 0) throw new Error("the response contains more than one assertion");
  const start = assertion?.start ?? xml.length;
  const outerTags = tags.filter((tag) => tag.start < start);
  checkOuterTags(xml, outerTags, provider, service, assertion !== undefined);
  const isSigned = (candidates: readonly XmlTag[]) => candidates.some(({ name }) => name === "Signature");
  return {
    wantAuthnResponseSigned: isSigned(outerTags),
    wantAssertionsSigned: isSigned(tags.filter((tag) => tag.start > start)),
  };
}

/** All opening tags; throws if a limit is exceeded. */
function openingTags(xml: string): XmlTag[] {
  const tooLarge = new Error("the response is too large; the provider has to send fewer attributes");
  if (xml.length > max.characters) throw tooLarge;
  const tags: XmlTag[] = [];
  const scopes: number[] = [];
  let namespaces = 0;
  for (const tag of scanTags(xml)) {
    if (tag.isOpening) {
      tags.push(tag);
      const declarations = [...tag.attributes].filter(([name]) => name.startsWith("xmlns"));
      scopes.push(declarations.length);
      namespaces += declarations.length;
      const texts = [...tag.attributes.values()];
      if (
        tags.length > max.tags ||
        scopes.length > max.depth ||
        namespaces > max.namespacesInScope ||
        texts.length > max.attributesPerTag ||
        texts.some((text) => text.length > max.attributeLength) ||
        declarations.some(([, text]) => text.length > max.namespaceLength)
      )
        throw tooLarge;
    }
    if (tag.isClosing) namespaces -= scopes.pop() ?? 0;
  }
  return tags;
}

function refuseSha1({ attributes }: XmlTag): void {
  const algorithm = decodeXML(attributes.get("Algorithm") ?? "");
  if (/sha1\s*$/i.test(algorithm))
    throw new Error(
      "the response is signed with SHA-1, which can be forged; the provider has to use SHA-256",
    );
}

/** Tags outside the assertion need not be signed, but a destination, issuer or status in them must be as expected. */
function checkOuterTags(
  xml: string,
  outerTags: readonly XmlTag[],
  { entity_id }: ActiveProvider,
  { acsURL }: ServiceProvider,
  hasAssertion: boolean,
): void {
  const destination = decodeXML(outerTags[0]?.attributes.get("Destination") ?? "");
  if (destination && destination !== acsURL)
    throw new Error(`the response is addressed to ${destination}, not to ${acsURL}`);
  const issuer = outerTags.find(({ name }) => name === "Issuer");
  const issuerName = issuer && decodeXML(xml.slice(issuer.end, xml.indexOf("<", issuer.end))).trim();
  if (issuerName !== undefined && issuerName !== entity_id)
    throw new Error(`the issuer is ${issuerName}, not ${entity_id}`);
  const code = outerTags.find(({ name }) => name === "StatusCode")?.attributes.get("Value") ?? "Success";
  const status = code.slice(code.lastIndexOf(":") + 1);
  // Without an assertion, the error of the library is more precise.
  if (status !== "Success" && hasAssertion)
    throw new Error(`the status is ${status}, but the response contains an assertion`);
}
