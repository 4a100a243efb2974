import { decodeXML } from "entities";
import type { ActiveProvider } from "./providers.ts";
import type { ServiceProvider } from "./saml.ts";
import { scanTags, type XmlTag } from "./xml-tags.ts";

/**
 * Limits on a response. One that lists hundreds of groups is well below them. Canonicalization takes time quadratic in the
 * number of tags and repeats namespaces wherever they are used.
 */
const max = {
  characters: 192 * 1024,
  tags: 1000,
  attributesOfTag: 50,
  depth: 40,
  namespacesInScope: 100,
  namespace: 512,
  attribute: 4096,
};

/** Options of the library: which signatures it must verify. */
export interface SignatureChecks {
  readonly wantAuthnResponseSigned: boolean;
  readonly wantAssertionsSigned: boolean;
}

/**
 * Inspects the text of a response before it is parsed, and refuses suspicious or misdirected ones. This is defence in
 * depth: later only signed content counts. Every signature that is present is verified, and the library requires one.
 */
export function inspectResponse(xml: string, provider: ActiveProvider, service: ServiceProvider) {
  const opened = openingTags(xml);
  for (const tag of opened) refuseSha1(tag);
  const encrypted = opened.some(({ name }) => name === "EncryptedAssertion");
  if (encrypted)
    throw new Error(
      "it is encrypted, which this server does not support; the provider has to send it unencrypted",
    );
  const [assertion, ...others] = opened.filter(({ name }) => name === "Assertion");
  if (others.length > 0) throw new Error("it must not contain more than one assertion");
  const start = assertion?.start ?? xml.length;
  const around = opened.filter((tag) => tag.start < start);
  requireAddressedToUs(xml, around, provider, service, assertion !== undefined);
  const isSigned = (tags: readonly XmlTag[]) => tags.some(({ name }) => name === "Signature");
  return {
    wantAuthnResponseSigned: isSigned(around),
    wantAssertionsSigned: isSigned(opened.filter((tag) => tag.start > start)),
  };
}

/** All opening tags; throws if a limit is exceeded. */
function openingTags(xml: string): XmlTag[] {
  const tooLarge = new Error("it is too large; the provider has to send fewer attributes");
  if (xml.length > max.characters) throw tooLarge;
  const opened: XmlTag[] = [];
  const scopes: number[] = [];
  let namespaces = 0;
  for (const tag of scanTags(xml)) {
    if (tag.isOpening) {
      opened.push(tag);
      const own = [...tag.attributes].filter(([name]) => name.startsWith("xmlns"));
      scopes.push(own.length);
      namespaces += own.length;
      const texts = [...tag.attributes.values()];
      if (
        opened.length > max.tags ||
        scopes.length > max.depth ||
        namespaces > max.namespacesInScope ||
        texts.length > max.attributesOfTag ||
        texts.some((text) => text.length > max.attribute) ||
        own.some(([, text]) => text.length > max.namespace)
      )
        throw tooLarge;
    }
    if (tag.isClosing) namespaces -= scopes.pop() ?? 0;
  }
  return opened;
}

function refuseSha1({ attributes }: XmlTag): void {
  const algorithm = decodeXML(attributes.get("Algorithm") ?? "");
  if (/sha1\s*$/i.test(algorithm))
    throw new Error("it is signed with SHA-1, which can be forged; the provider has to use SHA-256");
}

/** The parts around the assertion need not be signed, but if they name a destination, issuer or status, it must be right. */
function requireAddressedToUs(
  xml: string,
  around: readonly XmlTag[],
  { entity_id }: ActiveProvider,
  { acsURL }: ServiceProvider,
  hasAssertion: boolean,
): void {
  const destination = decodeXML(around[0]?.attributes.get("Destination") ?? "");
  if (destination && destination !== acsURL)
    throw new Error(`it is sent to ${destination}, not to ${acsURL}`);
  const issuer = around.find(({ name }) => name === "Issuer");
  const issuerName = issuer && decodeXML(xml.slice(issuer.end, xml.indexOf("<", issuer.end))).trim();
  if (issuerName !== undefined && issuerName !== entity_id)
    throw new Error(`its issuer is ${issuerName}, not ${entity_id}`);
  const code = around.find(({ name }) => name === "StatusCode")?.attributes.get("Value") ?? "Success";
  const status = code.slice(code.lastIndexOf(":") + 1);
  // Without an assertion, the error of the library is more precise.
  if (status !== "Success" && hasAssertion)
    throw new Error(`its status is ${status}, but it contains an assertion`);
}
