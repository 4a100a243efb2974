import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";
import { keys } from "../../../test/support/saml/certificates.ts";
import {
  createResponse,
  entityID,
  type ResponseOptions,
} from "../../../test/support/saml/identity-provider.ts";
import { type Provider, SamlClient } from "../../../test/support/saml/sign-in.ts";
import { newTicket } from "../../identity/sessions/login-tickets.ts";

const at = (offset: number) => new Date(Date.now() + offset).toISOString();
const xmlOf = (response: string) => Buffer.from(response, "base64").toString();
const encodeResponse = (xml: string) => Buffer.from(xml).toString("base64");
const minute = 60_000;

describeOnEachDatabase("a SAML response", (suite) => {
  async function setUp(): Promise<{ client: SamlClient; provider: Provider }> {
    const client = new SamlClient(suite.app);
    return { client, provider: await client.provider() };
  }

  // A function, since its times are relative to the start of the test.
  const refusals = (): [what: string, options: ResponseOptions, reason: RegExp][] => [
    ["signed with another key", { signer: keys.stranger }, /the signature does not match/],
    [
      "signed as a whole with another key",
      { signer: keys.stranger, signed: "both" },
      /the signature does not match/,
    ],
    ["expired", { tags: { ConditionsNotOnOrAfter: at(-minute) } }, /is too old/],
    [
      "whose subject is expired",
      { tags: { SubjectConfirmationDataNotOnOrAfter: at(-minute) } },
      /is too old/,
    ],
    ["not valid yet", { tags: { ConditionsNotBefore: at(2 * minute) } }, /not valid yet/],
    ["for another audience", { tags: { Audience: "https://other.example.com" } }, /audience mismatch/],
    ["of another issuer", { tags: { Issuer: "https://evil.example.com" } }, /the issuer is/],
    [
      "with another destination",
      { tags: { Destination: "https://other.example.com/acs" } },
      /the response is addressed to/,
    ],
    [
      "of another issuer outside",
      {
        edit: (xml) => xml.replace(/<saml:Issuer>[^<]*/, "<saml:Issuer>https://evil.example.com"),
        signed: "response",
      },
      /the issuer is/,
    ],
    [
      "with two email addresses",
      {
        attributes: { email: "ada@example.com" },
        edit: (xml) =>
          xml.replace(
            "</saml:Attribute>",
            '</saml:Attribute><saml:Attribute Name="EMAIL"><saml:AttributeValue>admin@example.com</saml:AttributeValue></saml:Attribute>',
          ),
      },
      /several email addresses/,
    ],
    [
      "with an email address that changes when lowercased",
      { email: "admin@ban\u212a.example" },
      /contains no email/,
    ],
    [
      "with an error status and an assertion",
      { tags: { StatusCode: "urn:oasis:names:tc:SAML:2.0:status:Responder" }, signed: "response" },
      /the status is Responder/,
    ],
    [
      "for another recipient",
      { tags: { SubjectRecipient: "https://other.example.com/acs" } },
      /the recipient is not/,
    ],
    [
      "to no request",
      { tags: { InResponseTo: "" } },
      /the response does not belong to a login request; sign in at http/,
    ],
    [
      "to an unknown request",
      { tags: { InResponseTo: "_unknown" } },
      /does not belong to a request of this browser/,
    ],
    ["without an email address", { email: "ada" }, /contains no email address/],
    [
      "with an error status",
      {
        tags: { StatusCode: "urn:oasis:names:tc:SAML:2.0:status:Responder" },
        edit: (xml) => xml.replace(/<saml:Assertion .*<\/saml:Assertion>/s, ""),
        signed: "response",
      },
      /Responder error/,
    ],
    [
      "whose assertion does not name the request",
      { edit: (xml) => xml.replace(/(<saml:SubjectConfirmationData [^>]*) InResponseTo="[^"]*"/, "$1") },
      /does not refer to a login request/,
    ],
    [
      "without a condition on time",
      { edit: (xml) => xml.replace(/<saml:Conditions [^>]*>/, "<saml:Conditions>") },
      /has no expiry time/,
    ],
    [
      "without conditions",
      { edit: (xml) => xml.replace(/<saml:Conditions .*<\/saml:Conditions>/, "") },
      /unreadable response/,
    ],
    [
      "without an audience",
      { edit: (xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, "") },
      /no AudienceRestriction/,
    ],
    [
      "whose bearer is not confirmed",
      { edit: (xml) => xml.replace("cm:bearer", "cm:sender-vouches") },
      /the recipient is not/,
    ],
    [
      "with an expired session",
      {
        edit: (xml) =>
          xml.replace(
            "</saml:Assertion>",
            `<saml:AuthnStatement SessionNotOnOrAfter="${at(-minute)}"/></saml:Assertion>`,
          ),
      },
      /the session has ended/,
    ],
    [
      "with two assertions",
      {
        edit: (xml) =>
          xml.replace(
            /(<saml:Assertion .*<\/saml:Assertion>)/s,
            (one) => `${one}${one.replace(/ ID="[^"]*"/, ' ID="_2"')}`,
          ),
      },
      /more than one assertion/,
    ],
  ];

  test("is refused if any part of it is invalid", async () => {
    const { client, provider } = await setUp();
    for (const [what, options, reason] of refusals()) {
      const response = await client.response(provider, options);
      await client.refused(provider, response, reason).catch((error: Error) => {
        throw new Error(`a response ${what}: ${error.message}`);
      });
    }
  });

  test("is refused if it was changed after signing, or is not signed", async () => {
    const { client, provider } = await setUp();
    for (const signed of ["assertion", "response", "both"] as const) {
      const xml = xmlOf(await client.response(provider, { signed }));
      for (const [from, to] of [
        ["ada@example.com", "admin@example.com"],
        ["ada@example.com", "admin@example.com<!-- -->.ada@example.com"],
        [/NotOnOrAfter="[^"]*" Recipient/, `NotOnOrAfter="${at(10 * minute)}" Recipient`],
        [/<ds:DigestValue>[^<]*/, "<ds:DigestValue>AAAA"],
        [/<ds:SignatureValue>[^<]*/, "<ds:SignatureValue>AAAA"],
      ] as const) {
        const forged = xml.replace(from, to);
        assert.notEqual(forged, xml);
        await client.refused(provider, encodeResponse(forged), /signature/i);
      }
      await client.refused(
        provider,
        encodeResponse(xml.replace(/<ds:Signature .*?<\/ds:Signature>/gs, "")),
        /signature/i,
      );
    }
  });

  test("is refused if the signed assertion is wrapped (XSW)", async () => {
    const { client, provider } = await setUp();
    const xml = xmlOf(await client.response(provider));
    const [assertion = ""] = /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml) ?? [];
    const [signature = ""] = /<ds:Signature .*?<\/ds:Signature>/s.exec(assertion) ?? [];
    const unsigned = assertion.replace(signature, "");
    const evil = unsigned
      .replace("ada@example.com", "admin@example.com")
      .replace(/ ID="[^"]*"/, ' ID="_evil"');
    const append = (outer: string, inner: string) =>
      outer.replace("</saml:Assertion>", `${inner}</saml:Assertion>`);
    const extensions = (inner: string) => `<samlp:Extensions>${inner}</samlp:Extensions>`;
    const object = (inner: string) =>
      signature.replace("</ds:Signature>", `<ds:Object>${inner}</ds:Object></ds:Signature>`);
    const withSignature = (body: string, signed: string) =>
      body.replace("</saml:Issuer>", `</saml:Issuer>${signed}`);
    for (const [name, content] of Object.entries({
      "beside it, before": `${evil}${assertion}`,
      "beside it, after": `${assertion}${evil}`,
      "around it": append(evil, assertion),
      "around it, with its signature": append(withSignature(evil, signature), unsigned),
      "in its signature": withSignature(evil, object(unsigned)),
      "in the extensions": `${extensions(assertion)}${evil}`,
      "in its own signature, with the same id": withSignature(
        evil.replace('ID="_evil"', /ID="[^"]*"/.exec(unsigned)?.[0] ?? ""),
        object(unsigned),
      ),
    })) {
      const wrapped = encodeResponse(xml.replace(assertion, content));
      await client.refused(provider, wrapped, /assertion|signature/i).catch((error: Error) => {
        throw new Error(`${name}: ${error.message}`);
      });
    }
    const signedResponse = xmlOf(await client.response(provider, { signed: "response" }));
    const outer = signedResponse
      .replace("ada@example.com", "admin@example.com")
      .replace(/ ID="[^"]*"/, ' ID="_outer"')
      .replace("<samlp:Status>", `${extensions(signedResponse)}<samlp:Status>`);
    await client.refused(provider, encodeResponse(outer), /assertion|signature/i);
  });

  test("is refused if it is malformed, ambiguous, too large or signed with SHA-1", async () => {
    const { client, provider } = await setUp();
    const xml = xmlOf(await client.response(provider));
    await client.refused(provider, encodeResponse(`<!DOCTYPE r [<!ENTITY a "b">]>${xml}`), /not well-formed/);
    const sha1 = xml.replace(
      "http://www.w3.org/2001/04/xmlenc#sha256",
      "http://www.w3.org/2000/09/xmldsig#sha1",
    );
    await client.refused(provider, encodeResponse(sha1), /SHA-1/);
    for (const hidden of ["sha&#49;", "sha&#x31;"])
      await client.refused(provider, encodeResponse(sha1.replace("sha1", hidden)), /SHA-1/);
    const encrypted = xml.replace(
      /<saml:Assertion .*<\/saml:Assertion>/s,
      "<saml:EncryptedAssertion></saml:EncryptedAssertion>",
    );
    await client.refused(provider, encodeResponse(encrypted), /encrypted/);
    for (const garbage of [
      "",
      "<",
      "no XML",
      "<a/>",
      "<a>".repeat(20_000),
      `<a>${"<b/>".repeat(20_000)}</a>`,
      "\0",
    ])
      await client.refused(provider, encodeResponse(garbage) || "%", /Login failed/);
    // Responses that would take long to parse are not parsed.
    const start = "<samlp:Status>";
    const namespaces = (count: number, length = 1) =>
      Array.from({ length: count }, (_, i) => `xmlns:n${i}="${"u".repeat(length)}"`).join(" ");
    for (const filling of [
      "<b/>".repeat(2000),
      `<b ${namespaces(300)}/>`,
      `<b ${namespaces(1, 5000)}/>`,
      `<b ${Array.from({ length: 60 }, (_, i) => `a${i}="1"`).join(" ")}/>`,
      "<b>".repeat(50) + "</b>".repeat(50),
    ]) {
      const response = encodeResponse(xml.replace(start, `${filling}${start}`));
      await client.refused(provider, response, /the response is too large/);
    }
    for (const odd of [
      "<b a=1/>",
      "<b a/>",
      "<b",
      "< b/>",
      "<b a='<'/>",
      "<![CDATA[",
      "<!-- ",
      "<? ",
      "<b>",
      "</b>",
      "<b></c>",
      "<!-->",
    ])
      await client.refused(provider, encodeResponse(xml.replace(start, `${odd}${start}`)), /not well-formed/);
    // The scan of malformed text takes linear time.
    for (const long of ["StatusCode ", "<StatusCode Value", "<Issuer ", 'Algorithm="', "<a:"])
      await client.refused(provider, encodeResponse(long.repeat(170_000 / long.length)), /^Login failed: /);
    const huge = await client.post(provider, "A".repeat(300_000));
    assert.equal(huge.statusCode, 413);
    const empty = await client.post(provider, "");
    assert.equal(empty.statusCode, 400);
    assert.match(empty.json().error.message, /^SAMLResponse: must/);
  });

  test("is accepted once, even with concurrent requests", async () => {
    const { app } = suite;
    const { client, provider } = await setUp();
    const response = await client.response(provider, { email: "twice@example.com" });
    const replies = await Promise.all(Array.from({ length: 5 }, () => client.post(provider, response)));
    assert.deepEqual(replies.map(({ statusCode }) => statusCode).sort(), [303, 401, 401, 401, 401]);
    await client.refused(provider, response, /response was already used/);
    const [member] = (
      await app.ok(app.admin, `GET /orgs/${app.organizationId}/members`, { query: { search: "twice@" } })
    ).items;
    assert.equal(member.sso, true);
    const sessions = await app.context.database.read
      .selectFrom("tokens")
      .where("user_id", "=", member.id)
      .select("id")
      .execute();
    assert.equal(sessions.length, 1);
  });

  test("is refused if it answers another provider's request or an expired one", async () => {
    const { app } = suite;
    const { client, provider } = await setUp();
    const second = await client.provider({ label: "Second" });
    const { requestUrl } = await client.start(second);
    const stolen = await createResponse(requestUrl, await client.metadata(provider));
    await client.refused(provider, stolen, /does not belong to a request of this browser/);
    // An attacker's own provider cannot answer the request either.
    const own = await client.provider({ label: "Third", certificate: keys.stranger.certificate });
    await client.refused(
      provider,
      await client.response(own, { signer: keys.stranger }),
      /the response is addressed to/,
    );

    const secret = app.context.secrets.tickets;
    const ticket = (browser: string, age: number) =>
      newTicket({ secret, purpose: `saml ${provider.id}`, browser }, Date.now() - age);
    const respondTo = (InResponseTo: string) => client.response(provider, { tags: { InResponseTo } });
    await client.refused(
      provider,
      await respondTo(ticket("", 31 * minute)),
      /does not belong to a request of this browser/,
    );
    await client.refused(
      provider,
      await respondTo(ticket("another", 0)),
      /does not belong to a request of this browser/,
    );
    const reply = await client.post(provider, await respondTo(ticket("", 29 * minute)));
    assert.equal(reply.statusCode, 303, reply.body);
  });

  test("is refused with 400 if the path or query contains a null character", async () => {
    for (const path of ["/auth/saml/%00", "/auth/saml/%00/start", "/auth/sign-in?organization=%00"]) {
      const reply = await suite.app.app.inject(path);
      assert.equal(reply.statusCode, 400);
      assert.match(reply.json().error.message, /^(path|query): must not contain the null character/);
    }
  });

  test("requires an existing and active provider", async () => {
    const { app } = suite;
    const { client, provider } = await setUp();
    const response = await client.response(provider);
    const patch = (body: object) =>
      app.ok(app.admin, `PATCH /orgs/${app.organizationId}/saml/${provider.id}`, { body });
    await patch({ entityID: "" });
    await client.refused(provider, response, /not set up yet/, 409);
    assert.equal((await app.app.inject(new URL(provider.service.startURL).pathname)).statusCode, 409);
    await patch({ entityID, certificate: keys.stranger.certificate });
    await client.refused(provider, response, /the signature does not match/);
    await patch({ certificate: keys.stranger.certificate + keys.provider.certificate });
    assert.equal((await client.post(provider, response)).statusCode, 303);
    await app.ok(app.admin, `DELETE /orgs/${app.organizationId}/saml/${provider.id}`);
    await client.refused(provider, response, /^SAML provider not found$/, 404);
    for (const url of Object.values(provider.service).filter((serviceUrl) => !serviceUrl.endsWith("/acs")))
      assert.equal((await app.app.inject(new URL(url).pathname)).statusCode, 404);
  });

  test("that is refused is explained on an HTML page in browsers", async () => {
    const { client, provider } = await setUp();
    const accept = "text/html,application/xhtml+xml";
    const response = await client.response(provider, {
      tags: { Issuer: "&lt;script&gt;alert(1)&lt;/script&gt;" },
    });
    const reply = await client.post(provider, response, { accept });
    assert.equal(reply.statusCode, 401);
    assert.match(String(reply.headers["content-type"]), /text\/html/);
    assert.match(reply.body, /role="alert">Login failed: the issuer is/);
    assert.ok(!reply.body.includes("<script>"));
  });
});

describeOnEachDatabase(
  "over https, a SAML response",
  (suite) => {
    test("is accepted from the browser that started the login only", async () => {
      const client = new SamlClient(suite.app);
      const provider = await client.provider();
      const { requestUrl, cookie } = await client.start(provider);
      assert.match(cookie, /^__Host-lectern_browser=/);
      const response = await createResponse(requestUrl, await client.metadata(provider));
      await client.refused(provider, response, /does not belong to a request of this browser/);
      const other = await client.start(provider);
      assert.notEqual(other.cookie, cookie);
      const elsewhere = await client.post(provider, response, { cookie: other.cookie });
      assert.equal(elsewhere.statusCode, 401);
      // A second login in the same browser does not invalidate the first.
      const again = await client.start(provider, { cookie });
      assert.equal(again.cookie, cookie);
      const reply = await client.post(provider, response, { cookie });
      assert.equal(reply.statusCode, 303, reply.body);
      assert.match(
        String(reply.headers["set-cookie"]),
        /^__Host-lectern_session=\S+; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax; Secure$/,
      );
    });
  },
  { config: { baseUrl: "https://docs.example.com" } },
);
