import { decodeXML } from "entities";
import type { ActiveProvider } from "../../resources/saml-providers/store.ts";
import type { SamlService } from "./service.ts";

/**
 * How much there may be in an answer; one that names hundreds of groups has 50 KB. Reading takes the square of the number of
 * tags, and a namespace is written out wherever it is used.
 */
const most = {
  characters: 128 * 1024,
  tags: 1500,
  attributes: 3000,
  namespaces: 200,
  lengthOfAttribute: 4096,
};

/** Refuses what is odd before it is parsed. What counts afterwards is only what was signed; this is one door more. */
export function requireUsual(xml: string): void {
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
export function requireForUs(xml: string, { entity_id }: ActiveProvider, { acsURL }: SamlService): void {
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
export function signaturesIn(xml: string): {
  wantAuthnResponseSigned: boolean;
  wantAssertionsSigned: boolean;
} {
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
