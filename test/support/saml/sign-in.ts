import assert from "node:assert/strict";
import type { Person, TestApp } from "../app.ts";
import { keys } from "./certificates.ts";
import { type Answering, answerTo, entityID } from "./identity-provider.ts";

export interface Provider {
  readonly id: string;
  readonly service: { readonly acsURL: string; readonly startURL: string; readonly entityID: string };
}

type Headers = Record<string, string>;

/** A browser that signs in to a test's application through an identity provider. */
export class SamlClient {
  readonly app: TestApp;

  constructor(app: TestApp) {
    this.app = app;
  }

  /** An organization's provider that people can sign in by; by default one of the first organization. */
  provider(
    fields: object = {},
    organizationId = this.app.organizationId,
    admin: Person = this.app.admin,
  ): Promise<Provider> {
    const { certificate } = keys.provider;
    return this.app.ok(admin, `POST /orgs/${organizationId}/saml`, {
      body: {
        label: "Okta",
        entityID,
        ssoURL: "https://idp.example.com/sso?tenant=1",
        certificate,
        ...fields,
      },
    });
  }

  async metadata({ service }: Provider): Promise<string> {
    return (await this.app.app.inject(pathOf(service.entityID))).body;
  }

  /** Begins to sign in: where the browser is sent, and what it is told to keep. */
  async start({ service }: Provider, headers: Headers = {}): Promise<{ question: string; cookie: string }> {
    const reply = await this.app.app.inject({ url: pathOf(service.startURL), headers });
    assert.equal(reply.statusCode, 302, reply.body);
    const [cookie = ""] = String(reply.headers["set-cookie"]).split(";");
    return { question: String(reply.headers.location), cookie };
  }

  /** What the provider answers to a new question. */
  async answer(provider: Provider, answering?: Answering): Promise<string> {
    const { question } = await this.start(provider);
    return answerTo(question, await this.metadata(provider), answering);
  }

  post({ service }: Provider, answer: string, headers: Headers = {}) {
    return this.app.app.inject({
      method: "POST",
      url: pathOf(service.acsURL),
      payload: new URLSearchParams({ SAMLResponse: answer, RelayState: "" }).toString(),
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        origin: "https://idp.example.com",
        "sec-fetch-site": "cross-site",
        ...headers,
      },
    });
  }

  /** Signs in; the cookie of the session. */
  async signIn(provider: Provider, answering?: Answering): Promise<string> {
    const reply = await this.post(provider, await this.answer(provider, answering));
    assert.equal(reply.statusCode, 303, reply.body);
    const [cookie = ""] = String(reply.headers["set-cookie"]).split(";");
    assert.match(cookie, /^lectern_session=lcs_/);
    return cookie;
  }

  /** An answer must be refused for this reason, and sign nobody in. */
  async refused(provider: Provider, answer: string, reason: RegExp, status = 401): Promise<void> {
    const reply = await this.post(provider, answer);
    assert.equal(reply.statusCode, status, reply.body);
    assert.match(reply.json().error.message, reason);
    assert.equal(reply.headers["set-cookie"], undefined);
  }

  /** What a request with a session is answered; a body makes it a POST, and so on. */
  async call(cookie: string, operation: string, body?: object) {
    const [method = "", path = ""] = operation.split(" ");
    const reply = await this.app.app.inject({
      method: method as "GET",
      url: `/v1${path}`,
      headers: { cookie },
      ...(body && { payload: body }),
    });
    return { status: reply.statusCode, body: reply.body === "" ? undefined : reply.json() };
  }
}

function pathOf(address: string): string {
  return new URL(address).pathname;
}
