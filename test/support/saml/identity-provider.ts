import { randomUUID } from "node:crypto";
import { Constants, IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from "samlify";
import { keys } from "./certificates.ts";

// What it is sent was made by the server under test; the tests look at that themselves.
setSchemaValidator({ validate: async () => "not looked at" });

export interface Answering {
  readonly email?: string;
  /** What is in the answer, in the place of what belongs there: `Audience`, `Issuer`, `ConditionsNotOnOrAfter`… */
  readonly tags?: Readonly<Record<string, string>>;
  /** Whose key it is signed with. */
  readonly by?: { readonly key: string; readonly certificate: string };
  /** What of it is signed. */
  readonly signed?: "assertion" | "response" | "both";
  readonly attributes?: Readonly<Record<string, string>>;
  /** Changes the answer before it is signed. */
  readonly draft?: (xml: string) => string;
}

export const entityID = "https://idp.example.com/metadata";
const bearer = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";

/** An identity provider's answer to the question that a browser brought: base64, as a form would post it. */
export async function answerTo(
  question: string,
  metadata: string,
  {
    email = "ada@example.com",
    tags = {},
    by = keys.provider,
    signed = "assertion",
    attributes = {},
    draft,
  }: Answering = {},
): Promise<string> {
  const provider = IdentityProvider({
    entityID,
    privateKey: by.key,
    signingCert: by.certificate,
    requestSignatureAlgorithm: Constants.algorithms.signature.RSA_SHA256,
    nameIDFormat: [bearer],
    singleSignOnService: [
      { Binding: Constants.namespace.binding.redirect, Location: new URL(question).origin },
    ],
  });
  const service = ServiceProvider({
    metadata: metadata.replace(
      /WantAssertionsSigned="\w+"/,
      `WantAssertionsSigned="${signed !== "response"}"`,
    ),
    wantMessageSigned: signed !== "assertion",
  });
  const query = Object.fromEntries(new URL(question).searchParams);
  const request = await provider.parseLoginRequest(service, "redirect", { query });
  const acsURL = String(service.entityMeta.getAssertionConsumerService("post"));
  const now = Date.now();
  const at = (offset: number) => new Date(now + offset).toISOString();
  const statement = Object.entries(attributes).map(
    ([name, value]) =>
      `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
  );
  const { context } = await provider.createLoginResponse(
    service,
    { extract: request.extract },
    "post",
    {},
    {
      customTagReplacement: (template: string) => {
        const id = `_${randomUUID()}`;
        const xml = SamlLib.replaceTagsByValue(
          template.replace(
            "{AttributeStatement}",
            statement.length > 0
              ? `<saml:AttributeStatement>${statement.join("")}</saml:AttributeStatement>`
              : "",
          ),
          {
            ID: id,
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
            NameIDFormat: bearer,
            NameID: email,
            InResponseTo: String(request.extract.request?.id),
            AuthnStatement: "",
            ...tags,
          },
        );
        return { id, context: draft ? draft(xml) : xml };
      },
    },
  );
  return context;
}
