import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { serveFiles } from "../api/files/index.ts";
import {
  authenticator,
  type Context,
  createRequestIds,
  handleErrors,
  limitRate,
  observeRequests,
  parseJsonBody,
  registerOperation,
  replyToExpectation,
  replyToFrameworkError,
  replyToMalformedRequest,
  securityHeaders,
  serveDocumentation,
  serveHealth,
  setSchemaCompilers,
} from "../api/http/index.ts";
import { chapters } from "../api/index.ts";
import { serveIntegrationAssets } from "../api/integrations/index.ts";
import { serveSpecFiles } from "../api/openapi-specs/index.ts";
import { servePdfs } from "../api/pdf/index.ts";
import { serveSignIn, serveSingleSignOn } from "../api/sign-in/index.ts";
import { badInput } from "../platform/index.ts";

const bodyLimit = 1024 * 1024;
/** How long a client may take to send a request. */
const requestTimeout = 120_000;

/** The whole API as a Fastify instance that does not listen. */
export async function createApp(context: Context): Promise<FastifyInstance> {
  const headers = securityHeaders(context.config);
  const app = Fastify({
    bodyLimit,
    genReqId: createRequestIds(),
    routerOptions: { maxParamLength: 8192, ignoreTrailingSlash: true },
    forceCloseConnections: "idle",
    return503OnClosing: false,
    requestTimeout,
    // Only what is near can be a proxy of ours.
    ...(context.config.trustProxy && { trustProxy: ["loopback", "linklocal", "uniquelocal"] }),
    // A request without a body needs no stream for one. One without a host is refused below, in our own words.
    http: { optimizeEmptyRequests: true, requireHostHeader: false },
    frameworkErrors: replyToFrameworkError(context, headers),
    clientErrorHandler: replyToMalformedRequest,
  });
  app.server.on("checkExpectation", replyToExpectation(headers));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "string" },
    async (request: FastifyRequest, text: string) =>
      // Where whole pages are sent, lists within lists are as well.
      parseJsonBody(text, (request.routeOptions.bodyLimit ?? 0) > bodyLimit ? "deep" : "flat"),
  );
  setSchemaCompilers(app);
  handleErrors(app, context);
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers).header("x-request-id", request.id);
    if (request.headers.host === undefined && request.raw.httpVersion === "1.1")
      return done(badInput("Host", "is required"));
    const { "content-length": length, "transfer-encoding": encoding } = request.headers;
    // Whoever says that the body is JSON, but sends none, would be waited for.
    if (length === undefined && encoding === undefined) delete request.headers["content-type"];
    done();
  });
  observeRequests(app, context);
  serveHealth(app, context);
  serveFiles(app, context);
  serveSpecFiles(app, context);
  servePdfs(app, context);
  serveIntegrationAssets(app, context);
  serveDocumentation(app, context, chapters);
  await app.register((auth) => serveSignIn(auth, context));
  await app.register((auth) => serveSingleSignOn(auth, context));
  await app.register((api) => serveApi(api, context));
  return app;
}

/** The operations themselves: every one of them needs a token, and counts against its limit. */
async function serveApi(api: FastifyInstance, context: Context): Promise<void> {
  api.decorateRequest("caller");
  api.addHook("onRequest", authenticator(context));
  limitRate(api, context);
  for (const { operations } of chapters) {
    for (const operation of operations) registerOperation(api, context, operation);
  }
}
