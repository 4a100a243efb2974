import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

export const client = { id: "lectern", secret: "the client's secret" };

/** What an ID token says, and how it is signed. */
export interface Saying {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly userInfo?: Readonly<Record<string, unknown>>;
  /** With a key that the provider does not publish. */
  readonly isForged?: boolean;
}

interface Granted {
  readonly challenge: string;
  readonly nonce: string;
  readonly redirect: string;
}

/** An OpenID Connect provider on loopback, where everybody is signed in already, as whoever the test says. */
export class OidcProvider {
  saying: Saying = {};
  readonly issuer: string;
  readonly #granted = new Map<string, Granted>();
  readonly #keys: Awaited<ReturnType<typeof makeKeys>>;

  static async start(): Promise<OidcProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    // It keeps no test from ending.
    server.unref();
    return new OidcProvider(server, await makeKeys());
  }

  private constructor(server: ReturnType<typeof createServer>, keys: Awaited<ReturnType<typeof makeKeys>>) {
    this.#keys = keys;
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on("request", async (request, response) => {
      const { status = 200, location, body } = await this.#answer(request);
      response.writeHead(status, { "content-type": "application/json", ...(location && { location }) });
      response.end(body && JSON.stringify(body));
    });
  }

  async #answer(request: IncomingMessage): Promise<{ status?: number; location?: string; body?: unknown }> {
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
          body: { keys: [{ ...(await exportJWK(this.#keys.own.publicKey)), alg: "RS256", kid: "1" }] },
        };
      case "/authorize":
        return this.#authorize(searchParams);
      case "/token":
        return this.#grant(new URLSearchParams(await text(request)));
      default:
        return { body: { sub: "1", ...this.saying.userInfo } };
    }
  }

  #authorize(asked: URLSearchParams): { status: number; location: string } {
    const code = randomUUID();
    const redirect = asked.get("redirect_uri") ?? "";
    const [challenge, nonce] = [asked.get("code_challenge") ?? "", asked.get("nonce") ?? ""];
    this.#granted.set(code, { challenge, nonce, redirect });
    const location = new URL(redirect);
    location.searchParams.set("code", code);
    location.searchParams.set("state", asked.get("state") ?? "");
    return { status: 302, location: location.href };
  }

  /** Only to who asked for it, who proves it, and once. */
  async #grant(asked: URLSearchParams): Promise<{ status?: number; body: unknown }> {
    const code = asked.get("code") ?? "";
    const granted = this.#granted.get(code);
    this.#granted.delete(code);
    const proof = createHash("sha256")
      .update(asked.get("code_verifier") ?? "")
      .digest("base64url");
    if (granted?.challenge !== proof || asked.get("redirect_uri") !== granted.redirect)
      return { status: 400, body: { error: "invalid_grant" } };
    const { claims = {}, isForged = false } = this.saying;
    const token = await new SignJWT({ nonce: granted.nonce, ...claims })
      .setProtectedHeader({ alg: "RS256", kid: "1" })
      .setIssuer((claims.iss as string) ?? this.issuer)
      .setAudience((claims.aud as string) ?? client.id)
      .setSubject("1")
      .setIssuedAt()
      .setExpirationTime((claims.exp as number) ?? "5m")
      .sign((isForged ? this.#keys.other : this.#keys.own).privateKey);
    return { body: { access_token: "access", token_type: "Bearer", id_token: token } };
  }
}

async function makeKeys() {
  return {
    own: await generateKeyPair("RS256", { extractable: true }),
    other: await generateKeyPair("RS256"),
  };
}
