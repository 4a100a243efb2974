import type { FastifyReply, FastifyRequest } from "fastify";
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from "openid-client";
import type { OidcConfig } from "../../config/index.ts";
import type { Person } from "../../identity/saml/index.ts";
import {
  cookieOf,
  derive,
  findTrusted,
  readTicket,
  type TicketScope,
} from "../../identity/sessions/index.ts";
import { forbidden, LecternError, parseEmail } from "../../platform/index.ts";
import type { Context } from "../http/index.ts";
import { changeSession } from "./page-replies.ts";
import { admitByServer } from "./provision-account.ts";
import { begin, returnScope, type Way } from "./start-login.ts";

const way: Way = { purpose: "oidc", isPosted: false };

/** Sends the browser to the server's own provider. */
export async function startOidc(
  context: Context,
  oidc: OidcConfig,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const provider = await discover(context, oidc);
  const { ticket, scope } = begin(context, way, request, reply);
  const { nonce, verifier } = secretsOf(scope, ticket);
  const address = buildAuthorizationUrl(provider, {
    redirect_uri: callbackOf(context),
    scope: "openid email profile",
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state: ticket,
    nonce,
  });
  return reply.redirect(address.href, 302);
}

/** Signs in whom the provider names. */
export async function finishOidc(
  context: Context,
  oidc: OidcConfig,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { config, clock, log } = context;
  const scope = returnScope(context, way, request);
  const { state: ticket } = request.query as { state?: unknown };
  if (typeof ticket !== "string" || readTicket(scope, ticket, clock.time()) === undefined)
    throw new LecternError(401, "This browser did not begin to sign in here, or too long ago; begin again");
  const person = await readPerson(await discover(context, oidc), context, request, scope, ticket);
  const secret = await admitByServer(context, person, ticket);
  log.info({ requestId: request.id }, "signed in by OpenID Connect");
  await changeSession(context, request, reply, cookieOf(secret, config));
  return reply.redirect("/auth/sign-in", 303);
}

async function readPerson(
  provider: Configuration,
  context: Context,
  request: FastifyRequest,
  scope: TicketScope,
  ticket: string,
): Promise<Person> {
  const { nonce, verifier } = secretsOf(scope, ticket);
  const { search } = new URL(request.url, context.config.baseUrl);
  try {
    const tokens = await authorizationCodeGrant(provider, new URL(`${callbackOf(context)}${search}`), {
      expectedState: ticket,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new Error("there is no ID token in it");
    const isAll = claims.email && claims.email_verified !== undefined;
    const hasMore = !isAll && provider.serverMetadata().userinfo_endpoint !== undefined;
    const more = hasMore ? await fetchUserInfo(provider, tokens.access_token, claims.sub) : {};
    return await personIn(context, [claims, more]);
  } catch (error) {
    if (error instanceof LecternError) throw error;
    throw new LecternError(401, `The provider's answer is refused: ${reasonOf(error)}`);
  }
}

async function personIn(
  { database }: Context,
  sayings: readonly Readonly<Record<string, unknown>>[],
): Promise<Person> {
  const said = (field: string) =>
    sayings.flatMap(({ [field]: value }) => ([undefined, null, ""].includes(value as null) ? [] : [value]));
  const [text] = said("email");
  const [name] = said("name");
  const verified = said("email_verified");
  const email = typeof text === "string" ? parseEmail(text) : undefined;
  if (email === undefined) throw new Error("it names no e-mail address");
  // Some say nothing of it: they are believed of the people whom the operator's own organizations have anyway.
  const isVerified =
    verified.length === 0
      ? (await findTrusted(database.read, email)) !== undefined
      : verified.every((value) => value === true || value === "true");
  if (!isVerified) throw forbidden("The provider does not say that it has verified this e-mail address");
  return { email, displayName: typeof name === "string" ? name : "" };
}

/** What only this server knows of a sign-in that is under way. */
function secretsOf(scope: TicketScope, ticket: string): { nonce: string; verifier: string } {
  return { nonce: derive(scope, ticket, "nonce"), verifier: derive(scope, ticket, "verifier") };
}

function callbackOf({ config }: Context): string {
  return `${config.baseUrl}/auth/oidc/callback`;
}

/** Seconds until a provider that does not answer is given up. */
const timeout = 10;
const discovered = new Map<string, Promise<Configuration>>();

/** What the provider says of itself, asked for once. */
async function discover(
  { log }: Context,
  { issuer, clientId, clientSecret }: OidcConfig,
): Promise<Configuration> {
  const execute = [
    enableNonRepudiationChecks,
    ...(issuer.startsWith("http:") ? [allowInsecureRequests] : []),
  ];
  const asked = discovered.getOrInsertComputed(issuer, () =>
    discovery(new URL(issuer), clientId, clientSecret, undefined, { execute, timeout }),
  );
  try {
    return await asked;
  } catch (error) {
    discovered.delete(issuer);
    log.error({ err: error, issuer }, "the OpenID Connect provider does not answer");
    throw new LecternError(502, "The provider does not answer; try again later");
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
