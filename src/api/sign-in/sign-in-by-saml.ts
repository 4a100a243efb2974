import type { FastifyReply, FastifyRequest } from "fastify";
import {
  type ActiveProvider,
  addressToSignIn,
  describeService,
  findProviderAnywhere,
  isActive,
  readInThread,
  serviceOf,
} from "../../identity/saml/index.ts";
import { cookieOf } from "../../identity/sessions/index.ts";
import { conflict, notFound } from "../../platform/index.ts";
import type { SamlProviderTable } from "../../storage/database/index.ts";
import type { Context } from "../http/index.ts";
import { changeSession } from "./page-replies.ts";
import { admitBySaml } from "./provision-account.ts";
import { begin, returnScope, type Way } from "./start-login.ts";

/** A request whose path names a provider. */
export type OfProvider = { Params: { providerId: string } };
type ToProvider = FastifyRequest<OfProvider>;

/** What a provider has to know of this server; also before the server knows anything of the provider. */
export async function sendMetadata(
  context: Context,
  request: ToProvider,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id } = await findProvider(context, request);
  return reply
    .type("application/samlmetadata+xml; charset=utf-8")
    .send(describeService(serviceOf(context.config, id)));
}

/** Sends the browser to the provider. */
export async function startSaml(
  context: Context,
  request: ToProvider,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const provider = await findActive(context, request);
  const { ticket } = begin(context, wayOf(provider), request, reply);
  return reply.redirect(await addressToSignIn(provider, serviceOf(context.config, provider.id), ticket), 302);
}

/** Signs in whom the provider's answer names. */
export async function finishSaml(
  context: Context,
  request: FastifyRequest<OfProvider & { Body: { SAMLResponse: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { config, log } = context;
  const provider = await findActive(context, request);
  const about = { requestId: request.id, organization: provider.organization_id, provider: provider.id };
  const answer = {
    provider,
    service: serviceOf(config, provider.id),
    response: request.body.SAMLResponse,
    scope: returnScope(context, wayOf(provider), request),
  };
  const secret = await readInThread(answer)
    .then((vouching) => admitBySaml(context, provider, vouching))
    .catch((error: Error) => {
      log.info({ ...about, reason: error.message }, "not signed in by SAML");
      throw error;
    });
  log.info(about, "signed in by SAML");
  await changeSession(context, request, reply, cookieOf(secret, config));
  return reply.redirect("/auth/sign-in", 303);
}

function wayOf({ id }: SamlProviderTable): Way {
  return { purpose: `saml ${id}`, isPosted: true };
}

async function findProvider({ database }: Context, { params }: ToProvider): Promise<SamlProviderTable> {
  const provider = await findProviderAnywhere(database.read, params.providerId);
  if (provider === undefined) throw notFound("SAML provider");
  return provider;
}

async function findActive(context: Context, request: ToProvider): Promise<ActiveProvider> {
  const provider = await findProvider(context, request);
  if (!isActive(provider))
    throw conflict("This provider is not set up yet: its entityID, certificate or ssoURL is missing");
  return provider;
}
