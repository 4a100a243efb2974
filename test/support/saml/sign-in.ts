import assert from "node:assert/strict";
import type { Person, TestApp } from "../app.ts";
import { keys } from "./certificates.ts";
import { createResponse, entityID, type ResponseOptions } from "./identity-provider.ts";

export interface Provider {
  readonly id: string;
  readonly service: { readonly acsURL: string; readonly startURL: string; readonly entityID: string };
}

type Headers = Record<string, string>;

/** A browser that signs in to a test application through an identity provider. */
export class SamlClient {
  readonly app: TestApp;

  constructor(app: TestApp) {
    this.app = app;
  }

  /** Adds an identity provider to an organization, by default to the first one. */
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

  /** Starts a login. Returns the URL with the SAML request, and the browser's cookie. */
  async start({ service }: Provider, headers: Headers = {}): Promise<{ requestUrl: string; cookie: string }> {
    const reply = await this.app.app.inject({ url: pathOf(service.startURL), headers });
    assert.equal(reply.statusCode, 302, reply.body);
    const [cookie = ""] = String(reply.headers["set-cookie"]).split(";");
    return { requestUrl: String(reply.headers.location), cookie };
  }

  /** The provider's response to a new SAML request. */
  async response(provider: Provider, options?: ResponseOptions): Promise<string> {
    const { requestUrl } = await this.start(provider);
    return createResponse(requestUrl, await this.metadata(provider), options);
  }

  post({ service }: Provider, response: string, headers: Headers = {}) {
    return this.app.app.inject({
      method: "POST",
      url: pathOf(service.acsURL),
      payload: new URLSearchParams({ SAMLResponse: response, RelayState: "" }).toString(),
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        origin: "https://idp.example.com",
        "sec-fetch-site": "cross-site",
        ...headers,
      },
    });
  }

  /** Signs in and returns the session cookie. */
  async signIn(provider: Provider, options?: ResponseOptions): Promise<string> {
    const reply = await this.post(provider, await this.response(provider, options));
    assert.equal(reply.statusCode, 303, reply.body);
    const [cookie = ""] = String(reply.headers["set-cookie"]).split(";");
    assert.match(cookie, /^lectern_session=lcs_/);
    return cookie;
  }

  /** Posts a response that must be refused for this reason and sign nobody in. */
  async refused(provider: Provider, response: string, reason: RegExp, status = 401): Promise<void> {
    const reply = await this.post(provider, response);
    assert.equal(reply.statusCode, status, reply.body);
    assert.match(reply.json().error.message, reason);
    assert.equal(reply.headers["set-cookie"], undefined);
  }

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

function pathOf(url: string): string {
  return new URL(url).pathname;
}
