import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { listen } from "./server.ts";

export const client = { id: "lectern", secret: "the client's secret" };

/** The claims of the next ID token, and its signature. */
export interface IdTokenOptions {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly userInfo?: Readonly<Record<string, unknown>>;
  /** Signed with a key that the provider does not publish. */
  readonly isForged?: boolean;
}

interface Grant {
  readonly challenge: string;
  readonly nonce: string;
  readonly redirect: string;
}

/** An OpenID Connect provider on loopback whose user is already signed in. */
export class OidcProvider {
  idToken: IdTokenOptions = {};
  readonly issuer: string;
  readonly #grants = new Map<string, Grant>();
  readonly #keys: Awaited<ReturnType<typeof makeKeys>>;

  static async start(): Promise<OidcProvider> {
    const server = createServer();
    const issuer = await listen(server);
    // The test process may exit while the server is open.
    server.unref();
    return new OidcProvider(server, issuer, await makeKeys());
  }

  private constructor(server: Server, issuer: string, keys: Awaited<ReturnType<typeof makeKeys>>) {
    this.#keys = keys;
    this.issuer = issuer;
    server.on("request", async (request, response) => {
      const { status = 200, location, body } = await this.#respond(request);
      response.writeHead(status, { "content-type": "application/json", ...(location && { location }) });
      response.end(body && JSON.stringify(body));
    });
  }

  async #respond(request: IncomingMessage): Promise<{ status?: number; location?: string; body?: unknown }> {
    const { pathname, searchParams } = new URL(request.url ?? "", this.issuer);
    switch (pathname) {
      case "/.well-known/openid-configuration":
        return {
          body: {
            issuer: this.issuer,
            authorization_endpoint: `${this.issuer}/authorize`,
            token_endpoint: `${this.issuer}/token`,
            jwks_uri: `${this.issuer}/keys`,
            userinfo_endpoint: `${this.issuer}/userinfo`,
            response_types_supported: ["code"],
            subject_types_supported: ["public"],
            id_token_signing_alg_values_supported: ["RS256"],
          },
        };
      case "/keys":
        return {
          body: { keys: [{ ...(await exportJWK(this.#keys.published.publicKey)), alg: "RS256", kid: "1" }] },
        };
      case "/authorize":
        return this.#authorize(searchParams);
      case "/token":
        return this.#issueToken(new URLSearchParams(await text(request)));
      default:
        return { body: { sub: "1", ...this.idToken.userInfo } };
    }
  }

  #authorize(query: URLSearchParams): { status: number; location: string } {
    const code = randomUUID();
    const redirect = query.get("redirect_uri") ?? "";
    const [challenge, nonce] = [query.get("code_challenge") ?? "", query.get("nonce") ?? ""];
    this.#grants.set(code, { challenge, nonce, redirect });
    const location = new URL(redirect);
    location.searchParams.set("code", code);
    location.searchParams.set("state", query.get("state") ?? "");
    return { status: 302, location: location.href };
  }

  /** Exchanges a code once, for the client that knows its PKCE verifier. */
  async #issueToken(form: URLSearchParams): Promise<{ status?: number; body: unknown }> {
    const code = form.get("code") ?? "";
    const grant = this.#grants.get(code);
    this.#grants.delete(code);
    const proof = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (grant?.challenge !== proof || form.get("redirect_uri") !== grant.redirect)
      return { status: 400, body: { error: "invalid_grant" } };
    const { claims = {}, isForged = false } = this.idToken;
    const token = await new SignJWT({ nonce: grant.nonce, ...claims })
      .setProtectedHeader({ alg: "RS256", kid: "1" })
      .setIssuer((claims.iss as string) ?? this.issuer)
      .setAudience((claims.aud as string) ?? client.id)
      .setSubject("1")
      .setIssuedAt()
      .setExpirationTime((claims.exp as number) ?? "5m")
      .sign((isForged ? this.#keys.unpublished : this.#keys.published).privateKey);
    return { body: { access_token: "access", token_type: "Bearer", id_token: token } };
  }
}

async function makeKeys() {
  return {
    published: await generateKeyPair("RS256", { extractable: true }),
    unpublished: await generateKeyPair("RS256"),
  };
}
