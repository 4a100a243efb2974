import { randomUUID } from "node:crypto";
import { Constants, IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from "samlify";
import { keys } from "./certificates.ts";

// The requests come from the server under test, whose own tests check them.
setSchemaValidator({ validate: async () => "not validated" });

export interface ResponseOptions {
  readonly email?: string;
  /** Values that replace the correct ones: `Audience`, `Issuer`, `ConditionsNotOnOrAfter`… */
  readonly tags?: Readonly<Record<string, string>>;
  readonly signer?: { readonly key: string; readonly certificate: string };
  readonly signed?: "assertion" | "response" | "both";
  readonly attributes?: Readonly<Record<string, string>>;
  readonly edit?: (xml: string) => string;
}

export const entityID = "https://idp.example.com/metadata";
const emailFormat = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";

/** The identity provider's SAML response to the request in this URL, in base64 as a form posts it. */
export async function createResponse(
  requestUrl: string,
  metadata: string,
  {
    email = "ada@example.com",
    tags = {},
    signer = keys.provider,
    signed = "assertion",
    attributes = {},
    edit = (xml) => xml,
  }: ResponseOptions = {},
): Promise<string> {
  const { origin, searchParams } = new URL(requestUrl);
  const provider = IdentityProvider({
    entityID,
    privateKey: signer.key,
    signingCert: signer.certificate,
    requestSignatureAlgorithm: Constants.algorithms.signature.RSA_SHA256,
    nameIDFormat: [emailFormat],
    singleSignOnService: [{ Binding: Constants.namespace.binding.redirect, Location: origin }],
  });
  const wantsAssertion = `WantAssertionsSigned="${signed !== "response"}"`;
  const service = ServiceProvider({
    metadata: metadata.replace(/WantAssertionsSigned="\w+"/, wantsAssertion),
    wantMessageSigned: signed !== "assertion",
  });
  const query = Object.fromEntries(searchParams);
  const { extract } = await provider.parseLoginRequest(service, "redirect", { query });
  const acsURL = String(service.entityMeta.getAssertionConsumerService("post"));
  const now = Date.now();
  const at = (offset: number) => new Date(now + offset).toISOString();
  const values = {
    AssertionID: `_${randomUUID()}`,
    Destination: acsURL,
    Audience: service.entityMeta.getEntityID(),
    SubjectRecipient: acsURL,
    Issuer: entityID,
    IssueInstant: at(0),
    ConditionsNotBefore: at(-1000),
    ConditionsNotOnOrAfter: at(300_000),
    SubjectConfirmationDataNotOnOrAfter: at(300_000),
    StatusCode: Constants.StatusCode.Success,
    NameIDFormat: emailFormat,
    NameID: email,
    InResponseTo: String(extract.request?.id),
    AuthnStatement: "",
    ...tags,
  };
  const fill = (template: string) => {
    const id = `_${randomUUID()}`;
    const filled = template.replace("{AttributeStatement}", attributeStatement(attributes));
    return { id, context: edit(SamlLib.replaceTagsByValue(filled, { ID: id, ...values })) };
  };
  const options = { customTagReplacement: fill };
  return (await provider.createLoginResponse(service, { extract }, "post", {}, options)).context;
}

function attributeStatement(attributes: Readonly<Record<string, string>>): string {
  const list = Object.entries(attributes).map(
    ([name, value]) =>
      `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
  );
  return list.length > 0 ? `<saml:AttributeStatement>${list.join("")}</saml:AttributeStatement>` : "";
}
