import type { FastifyInstance } from "fastify";
import { appPath, type OidcConfig } from "../../config/index.ts";
import { authorizationUrl, discoverProvider, exchangeCode } from "../../identity/oidc/index.ts";
import { readTicket } from "../../identity/sessions/index.ts";
import { LecternError } from "../../platform/index.ts";
import type { Context } from "../http/index.ts";
import { setSession, startLogin, ticketScope } from "./browser-requests.ts";
import { logInByOidc } from "./provision-account.ts";

const method = { purpose: "oidc", usesFormPost: false };

/** The routes of a login at the server's OpenID Connect provider. */
export function serveOidc(app: FastifyInstance, context: Context, oidc: OidcConfig): void {
  const { config, database, clock, log } = context;
  const redirectUri = `${config.baseUrl}/auth/oidc/callback`;
  const discover = () =>
    discoverProvider(oidc).catch((err: unknown) => {
      log.error({ err, issuer: oidc.issuer }, "OpenID Connect discovery failed");
      throw new LecternError(502, "The identity provider is not reachable; try again later");
    });

  app.get("/auth/oidc/start", async (request, reply) => {
    const provider = await discover();
    const login = startLogin(context, method, request, reply);
    return reply.redirect((await authorizationUrl({ provider, redirectUri, ...login })).href, 302);
  });

  app.get<{ Querystring: { state?: unknown } }>("/auth/oidc/callback", async (request, reply) => {
    const scope = ticketScope(context, method, request);
    const { state: ticket } = request.query;
    if (typeof ticket !== "string" || readTicket(scope, ticket, clock.time()) === undefined)
      throw new LecternError(401, "This browser did not start this login, or too long ago; start again");
    const login = { provider: await discover(), redirectUri, ticket, scope };
    const { search } = new URL(request.url, config.baseUrl);
    const identity = await exchangeCode(database.read, login, search);
    const secret = await logInByOidc(context, identity, ticket, request.headers["user-agent"]);
    log.info({ requestId: request.id }, "signed in by OpenID Connect");
    await setSession(context, request, reply, secret);
    return reply.redirect(appPath, 303);
  });
}
