import { type Static, type TObject, Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { cookieOf, endedCookie, isFromElsewhere } from "../../identity/sessions/index.ts";
import { badInput, forbidden, LecternError, parseEmail } from "../../platform/index.ts";
import type { Context } from "../http/index.ts";
import { presentUser } from "../users/index.ts";
import { changeSession, isForm, loadPages, sendPage, talkToBrowsers } from "./page-replies.ts";

const Credentials = Type.Object({ email: Type.String(), password: Type.String() });
const NewPassword = Type.Object({ link: Type.String(), password: Type.String() });

/** For people with a browser: the pages and the addresses by which they sign in and out. */
export async function serveSignIn(app: FastifyInstance, context: Context): Promise<void> {
  const { config, urls } = context;
  talkToBrowsers(app);
  app.addHook("onRequest", async ({ method, headers }) => {
    if (isFromElsewhere(method, headers, config.baseUrl))
      throw forbidden("Signing in and out is for this server's own pages");
  });

  app.get<{ Querystring: { organization?: unknown } }>("/auth/sign-in", async (request, reply) => {
    const { showSession } = await loadSignIn();
    return sendPage(reply, await showSession(context, request.headers.cookie, request.query.organization));
  });

  post(app, "/auth/sign-in", Credentials, {
    act: async ({ email: given, password }, request, reply) => {
      const { signInByPassword } = await loadPasswords();
      const email = parseEmail(given);
      if (email === undefined) throw badInput("email", "must be an e-mail address");
      const { secret, user } = await signInByPassword(context, { email, password, address: request.ip });
      await changeSession(context, request, reply, cookieOf(secret, config));
      return { user: presentUser(user, urls) };
    },
    next: "/auth/sign-in",
    again: async (mistake) => (await loadSignIn()).showSignIn(context, { mistake }),
  });

  app.post("/auth/sign-out", async (request, reply) => {
    await changeSession(context, request, reply, endedCookie(config));
    return isForm(request) ? reply.redirect("/auth/sign-in", 303) : reply.code(204).send();
  });

  app.get<{ Querystring: { link?: unknown } }>("/auth/password", async ({ query: { link } }, reply) => {
    const { passwordPage } = await loadPages();
    return sendPage(reply, passwordPage(typeof link === "string" ? link : ""));
  });

  post(app, "/auth/password", NewPassword, {
    act: async ({ link, password }, request) => {
      const { choosePassword } = await loadPasswords();
      await choosePassword(context, { link, password, address: request.ip });
      return {};
    },
    next: "/auth/sign-in",
    again: async (mistake, { link }) => (await loadPages()).passwordPage(link, mistake),
  });
}

interface Posted<Body extends TObject> {
  act(body: Static<Body>, request: FastifyRequest, reply: FastifyReply): Promise<object>;
  /** Where a browser goes on. */
  readonly next: string;
  /** The page once more, with what was wrong. */
  again(mistake: string, body: Static<Body>): Promise<string>;
}

/** What a program sends as JSON and a page as a form; each is answered in its way. */
function post<Body extends TObject>(
  app: FastifyInstance,
  path: string,
  body: Body,
  { act, next, again }: Posted<Body>,
): void {
  app.post(path, { schema: { body }, bodyLimit: 16 * 1024 }, async (request, reply) => {
    const sent = request.body as Static<Body>;
    reply.header("cache-control", "no-store");
    if (!isForm(request)) return act(sent, request, reply);
    try {
      await act(sent, request, reply);
      return reply.redirect(next, 303);
    } catch (error) {
      if (!(error instanceof LecternError)) throw error;
      reply.code(error.status).headers(error.headers);
      return sendPage(reply, await again(error.message, sent));
    }
  });
}

/** Few requests are about signing in. */
const loadSignIn = () => import("./show-sign-in.ts");
const loadPasswords = () => import("./sign-in-by-password.ts");
