import { type Static, type TObject, Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { appPath } from "../../config/index.ts";
import { findPasswordLink, logInByPassword, redeemPasswordLink } from "../../identity/passwords/index.ts";
import {
  findSessionUser,
  findSignInLinkUser,
  isCrossSiteRequest,
  readSessionToken,
  redeemSignInLink,
  signInLinkPath,
} from "../../identity/sessions/index.ts";
import { badInput, forbidden, LecternError, parseEmail } from "../../platform/index.ts";
import type { Context } from "../http/index.ts";
import { presentUser } from "../users/index.ts";
import { handleBrowserRequests, isForm, sendPage, setSession } from "./browser-requests.ts";
import { findLoginMethods } from "./login-methods.ts";
import { invalidLinkPage, passwordPage, signedInPage, signInLinkPage, signInPage } from "./pages.ts";

const Credentials = Type.Object({ email: Type.String(), password: Type.String() });
const SignInLink = Type.Object({ link: Type.String() });
const NewPassword = Type.Object({ link: Type.String(), password: Type.String() });

/** The pages and form targets for signing in by password, signing out, and choosing a password. */
export async function serveSignIn(app: FastifyInstance, context: Context): Promise<void> {
  const { config, urls } = context;
  handleBrowserRequests(app);
  app.addHook("onRequest", async ({ method, headers }) => {
    if (isCrossSiteRequest(method, headers, config.baseUrl))
      throw forbidden("Signing in and out is for this server's own pages");
  });

  app.get<{ Querystring: { organization?: unknown } }>("/auth/sign-in", async (request, reply) => {
    const token = readSessionToken(request.headers.cookie, config);
    const user = token && (await findSessionUser(context, token));
    if (user) return sendPage(reply, signedInPage(user.display_name, user.email));
    const { organization } = request.query;
    const organizationName = typeof organization === "string" ? organization : undefined;
    const { providers } = await findLoginMethods(context, { organization: organizationName });
    return sendPage(reply, signInPage(providers));
  });

  addPostRoute(app, "/auth/sign-in", Credentials, {
    handle: async (body, request, reply) => {
      const email = parseEmail(body.email);
      if (email === undefined) throw badInput("email", "must be an email address");
      const userAgent = request.headers["user-agent"];
      const login = { email, password: body.password, address: request.ip, userAgent };
      const { secret, user } = await logInByPassword(context, login);
      await setSession(context, request, reply, secret);
      return { user: presentUser(user, urls) };
    },
    next: appPath,
    retryPage: async (message) => signInPage((await findLoginMethods(context, {})).providers, message),
  });

  app.get<{ Querystring: { email?: unknown; organization?: unknown } }>(
    "/auth/methods",
    async ({ query: { email, organization } }, reply) => {
      reply.header("cache-control", "no-store");
      return findLoginMethods(context, {
        ...(typeof email === "string" && { email }),
        ...(typeof organization === "string" && { organization }),
      });
    },
  );

  app.post("/auth/sign-out", async (request, reply) => {
    await setSession(context, request, reply);
    return isForm(request) ? reply.redirect("/auth/sign-in", 303) : reply.code(204).send();
  });

  app.get<LinkRequest>(signInLinkPath, async ({ query: { link } }, reply) => {
    const secret = typeof link === "string" ? link : "";
    try {
      const { email } = await findSignInLinkUser(context.database.read, secret, context.clock.now());
      return sendPage(reply, signInLinkPage(secret, email));
    } catch (error) {
      if (!(error instanceof LecternError)) throw error;
      return sendPage(reply.code(error.status), invalidLinkPage(error.message));
    }
  });

  addPostRoute(app, signInLinkPath, SignInLink, {
    handle: async ({ link }, request, reply) => {
      const { secret, user } = await redeemSignInLink(context, link, request.headers["user-agent"]);
      await setSession(context, request, reply, secret);
      return { user: presentUser(user, urls) };
    },
    next: appPath,
    retryPage: async (message) => invalidLinkPage(message),
  });

  const writePasswordPage = async (link: string, error?: string) =>
    passwordPage(link, await findPasswordLink(context, link), error);

  app.get<LinkRequest>("/auth/password", async ({ query: { link } }, reply) =>
    sendPage(reply, await writePasswordPage(typeof link === "string" ? link : "")),
  );

  addPostRoute(app, "/auth/password", NewPassword, {
    handle: async (body, request, reply) => {
      const userAgent = request.headers["user-agent"];
      const secret = await redeemPasswordLink(context, { ...body, address: request.ip, userAgent });
      if (secret === undefined) return {};
      await setSession(context, request, reply, secret);
      return { signedIn: true };
    },
    next: (result) => ("signedIn" in result ? appPath : "/auth/sign-in"),
    retryPage: async (message, { link }) => writePasswordPage(link, message),
  });
}

type LinkRequest = { Querystring: { link?: unknown } };

interface PostHandler<Body extends TObject> {
  handle(body: Static<Body>, request: FastifyRequest, reply: FastifyReply): Promise<object>;
  /** The path to which a form is redirected afterwards. It may depend on the result. */
  readonly next?: string | ((result: object) => string);
  /** Renders the form again with the error message. */
  retryPage(message: string, body: Static<Body>): Promise<string>;
}

/** Replies to JSON with JSON, and to a form with a redirect or with the form again. */
function addPostRoute<Body extends TObject>(
  app: FastifyInstance,
  path: string,
  schema: Body,
  { handle, next = "/auth/sign-in", retryPage }: PostHandler<Body>,
): void {
  app.post(path, { schema: { body: schema }, bodyLimit: 16 * 1024 }, async (request, reply) => {
    const body = request.body as Static<Body>;
    reply.header("cache-control", "no-store");
    if (!isForm(request)) return handle(body, request, reply);
    try {
      const result = await handle(body, request, reply);
      return reply.redirect(typeof next === "string" ? next : next(result), 303);
    } catch (error) {
      if (!(error instanceof LecternError)) throw error;
      reply.code(error.status).headers(error.headers);
      return sendPage(reply, await retryPage(error.message, body));
    }
  });
}
