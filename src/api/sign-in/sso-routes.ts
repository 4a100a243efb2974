import { Type } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import { appPath } from "../../config/index.ts";
import {
  findProviderById,
  isActive,
  loginUrl,
  serviceProviderFor,
  serviceProviderMetadata,
  verifyInWorker,
} from "../../identity/saml/index.ts";
import { conflict, requireFound } from "../../platform/index.ts";
import type { Context } from "../http/index.ts";
import { handleBrowserRequests, setSession, startLogin, ticketScope } from "./browser-requests.ts";
import { logInBySaml } from "./provision-account.ts";

type ProviderRequest = { Params: { providerId: string } };

/** Limits the body of a SAML response. Responses that list many groups are large. */
const maxResponseBytes = 256 * 1024;
const ResponseForm = Type.Object({ SAMLResponse: Type.String({ minLength: 1 }) });

/** Login at identity providers: SAML 2.0 for organizations, OpenID Connect for the server itself. */
export async function serveSingleSignOn(app: FastifyInstance, context: Context): Promise<void> {
  handleBrowserRequests(app);
  serveSaml(app, context);
  const { oidc } = context.config;
  if (oidc === undefined) return;
  const { serveOidc } = await import("./oidc-login.ts");
  serveOidc(app, context, oidc);
}

function serveSaml(app: FastifyInstance, context: Context): void {
  const { config, database, log } = context;
  const findProvider = async (id: string) =>
    requireFound(await findProviderById(database.read, id), "SAML provider");
  const findActiveProvider = async (id: string) => {
    const provider = await findProvider(id);
    if (!isActive(provider))
      throw conflict("This provider is not set up yet: its entityID, certificate or ssoURL is missing");
    return provider;
  };
  const methodOf = (providerId: string) => ({ purpose: `saml ${providerId}`, usesFormPost: true });

  // The metadata are available before the provider is set up, since setting it up may need them.
  app.get<ProviderRequest>("/auth/saml/:providerId", async ({ params }, reply) => {
    const { id } = await findProvider(params.providerId);
    reply.type("application/samlmetadata+xml; charset=utf-8");
    return serviceProviderMetadata(serviceProviderFor(config, id));
  });

  app.get<ProviderRequest>("/auth/saml/:providerId/start", async (request, reply) => {
    const provider = await findActiveProvider(request.params.providerId);
    const { ticket } = startLogin(context, methodOf(provider.id), request, reply);
    return reply.redirect(await loginUrl(provider, serviceProviderFor(config, provider.id), ticket), 302);
  });

  app.post<ProviderRequest & { Body: { SAMLResponse: string } }>(
    "/auth/saml/:providerId/acs",
    { schema: { body: ResponseForm }, bodyLimit: maxResponseBytes },
    async (request, reply) => {
      const provider = await findActiveProvider(request.params.providerId);
      const ids = { requestId: request.id, organization: provider.organization_id, provider: provider.id };
      const response = {
        provider,
        service: serviceProviderFor(config, provider.id),
        encoded: request.body.SAMLResponse,
        scope: ticketScope(context, methodOf(provider.id), request),
      };
      const secret = await verifyInWorker(response)
        .then((assertion) => logInBySaml(context, provider, assertion, request.headers["user-agent"]))
        .catch((error: Error) => {
          log.info({ ...ids, reason: error.message }, "SAML login failed");
          throw error;
        });
      log.info(ids, "signed in by SAML");
      await setSession(context, request, reply, secret);
      return reply.redirect(appPath, 303);
    },
  );
}
