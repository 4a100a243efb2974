import { decodeXML } from "entities";
import type { ActiveProvider } from "./provider-store.ts";
import type { SamlService } from "./service.ts";
import { type Tag, tagsIn } from "./tags.ts";

/**
 * How much there may be in a response; one that names hundreds of groups is well below that. Reading takes the square of the
 * number of tags, and a namespace is written out wherever it is used.
 */
const most = {
  characters: 192 * 1024,
  tags: 1000,
  attributesOfTag: 50,
  depth: 40,
  namespacesInScope: 100,
  namespace: 512,
  attribute: 4096,
};

/** What is to be checked of a response, by what can be seen in its text before it is parsed. */
export interface Outline {
  readonly wantAuthnResponseSigned: boolean;
  readonly wantAssertionsSigned: boolean;
}

/**
 * Looks at the text of a response, and refuses what is odd, or says itself that it is not for us. What counts afterwards is
 * only what was signed; this is one door more. Every signature that is there must be right, and the library wants one.
 */
export function lookAtText(xml: string, provider: ActiveProvider, service: SamlService): Outline {
  const opened = openingTags(xml);
  for (const tag of opened) requireKnownAlgorithm(tag);
  const encrypted = opened.some(({ name }) => name === "EncryptedAssertion");
  if (encrypted)
    throw new Error(
      "it is encrypted, which this server does not support; the provider has to send it as it is",
    );
  const [assertion, ...others] = opened.filter(({ name }) => name === "Assertion");
  if (others.length > 0) throw new Error("it must not hold more than one assertion");
  const start = assertion?.start ?? xml.length;
  const around = opened.filter((tag) => tag.start < start);
  requireForUs(xml, around, provider, service, assertion !== undefined);
  const isSigned = (tags: readonly Tag[]) => tags.some(({ name }) => name === "Signature");
  return {
    wantAuthnResponseSigned: isSigned(around),
    wantAssertionsSigned: isSigned(opened.filter((tag) => tag.start > start)),
  };
}

/** All opening tags, if there are not too many of them, nor too much in them. */
function openingTags(xml: string): Tag[] {
  const tooLong = new Error("it is too long; the provider has to send fewer attributes");
  if (xml.length > most.characters) throw tooLong;
  const opened: Tag[] = [];
  const scopes: number[] = [];
  let namespaces = 0;
  for (const tag of tagsIn(xml)) {
    if (tag.isOpening) {
      opened.push(tag);
      const own = [...tag.attributes].filter(([name]) => name.startsWith("xmlns"));
      scopes.push(own.length);
      namespaces += own.length;
      const texts = [...tag.attributes.values()];
      if (
        opened.length > most.tags ||
        scopes.length > most.depth ||
        namespaces > most.namespacesInScope ||
        texts.length > most.attributesOfTag ||
        texts.some((text) => text.length > most.attribute) ||
        own.some(([, text]) => text.length > most.namespace)
      )
        throw tooLong;
    }
    if (tag.isClosing) namespaces -= scopes.pop() ?? 0;
  }
  return opened;
}

function requireKnownAlgorithm({ attributes }: Tag): void {
  const algorithm = decodeXML(attributes.get("Algorithm") ?? "");
  if (/sha1\s*$/i.test(algorithm))
    throw new Error("it is signed with SHA-1, which can be forged; the provider has to use SHA-256");
}

/** What stands around the assertion need not be signed, but where it says for whom and by whom it is, it must be right. */
function requireForUs(
  xml: string,
  around: readonly Tag[],
  { entity_id }: ActiveProvider,
  { acsURL }: SamlService,
  hasAssertion: boolean,
): void {
  const destination = decodeXML(around[0]?.attributes.get("Destination") ?? "");
  if (destination && destination !== acsURL)
    throw new Error(`it is sent to ${destination}, not to ${acsURL}`);
  const issuer = around.find(({ name }) => name === "Issuer");
  const named = issuer && decodeXML(xml.slice(issuer.end, xml.indexOf("<", issuer.end))).trim();
  if (named !== undefined && named !== entity_id) throw new Error(`its issuer is ${named}, not ${entity_id}`);
  const code = around.find(({ name }) => name === "StatusCode")?.attributes.get("Value") ?? "Success";
  const status = code.slice(code.lastIndexOf(":") + 1);
  // Without an assertion, the library tells more about it.
  if (status !== "Success" && hasAssertion) throw new Error(`it says ${status}, but holds an assertion`);
}
