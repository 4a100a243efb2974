import type { IncomingMessage, ServerResponse } from "node:http";
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import helmet from "helmet";
import { serveExports } from "../api/exports/index.ts";
import { serveFileUploads } from "../api/file-uploads/index.ts";
import { serveFiles } from "../api/files/index.ts";
import { serveFontFiles } from "../api/fonts/index.ts";
import {
  authenticator,
  type Context,
  createRequestIds,
  defaultBodyLimit,
  handleErrors,
  KeptReplies,
  limitRate,
  observeRequests,
  parseJsonBody,
  registerOperation,
  repeatReplies,
  replyToExpectation,
  replyToFrameworkError,
  replyToMalformedRequest,
  serveDocumentation,
  setSchemaCompilers,
} from "../api/http/index.ts";
import { serveImportUploads } from "../api/imports/index.ts";
import { serveIntegrationAssets } from "../api/integrations/index.ts";
import { serveSpecFiles } from "../api/openapi-specs/index.ts";
import { servePdfs } from "../api/pdf/index.ts";
import { serveBackupFiles } from "../api/server/index.ts";
import { serveSignIn, serveSingleSignOn } from "../api/sign-in/index.ts";
import { servePreviews } from "../api/sites/index.ts";
import type { Config } from "../config/index.ts";
import { badInput } from "../platform/index.ts";
import { PublishedSites } from "../site/index.ts";
import { operationGroups, serveWorkspace } from "../workspace/index.ts";
import { Readiness } from "./readiness.ts";
import { RequestPace } from "./request-pace.ts";
import { limitArrival, requestTimeouts } from "./request-timeouts.ts";

/** The whole API as a Fastify instance that does not listen. */
export async function createApp(context: Context, timeouts = requestTimeouts): Promise<FastifyInstance> {
  const headers = securityHeaders(context.config);
  const sites = new PublishedSites(context);
  const app = Fastify({
    bodyLimit: defaultBodyLimit,
    genReqId: createRequestIds(),
    routerOptions: { maxParamLength: 8192, ignoreTrailingSlash: true },
    forceCloseConnections: "idle",
    return503OnClosing: false,
    requestTimeout: timeouts.upload,
    // Proxies are trusted on this machine and in private networks only.
    ...(context.config.trustProxy && { trustProxy: ["loopback", "linklocal", "uniquelocal"] }),
    // The onRequest hook below refuses requests without a Host header, with an error in our format.
    http: { optimizeEmptyRequests: true, requireHostHeader: false },
    frameworkErrors: replyToFrameworkError(context, headers, (request, reply) =>
      sites.replyToMalformedUrl(request, reply),
    ),
    clientErrorHandler: replyToMalformedRequest,
  });
  app.server.on("checkExpectation", replyToExpectation(headers));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "string" },
    async (request: FastifyRequest, text: string) =>
      // Operations with large bodies take documents, which nest deeper.
      parseJsonBody(text, (request.routeOptions.bodyLimit ?? 0) > defaultBodyLimit ? "deep" : "flat"),
  );
  setSchemaCompilers(app);
  handleErrors(app, context);
  const pace = new RequestPace();
  app.addHook("onRequest", ({ raw }, _reply, done) =>
    // The client may have left meanwhile.
    pace.run(() => raw.socket.destroyed || done()),
  );
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers).header("x-request-id", request.id);
    if (request.headers.host === undefined && request.raw.httpVersion === "1.1")
      return done(badInput("Host", "is required"));
    const { "content-length": length, "transfer-encoding": encoding } = request.headers;
    // Without this, Fastify would wait for the body that Content-Type announces.
    if (length === undefined && encoding === undefined) delete request.headers["content-type"];
    else limitArrival(request, timeouts);
    done();
  });
  observeRequests(app, context);
  sites.serve(app);
  serveHealth(app, context);
  serveFiles(app, context);
  serveFontFiles(app, context);
  serveExports(app, context);
  serveImportUploads(app, context);
  serveFileUploads(app, context);
  serveSpecFiles(app, context);
  servePdfs(app, context);
  serveIntegrationAssets(app, context);
  serveDocumentation(app, context, operationGroups);
  servePreviews(app, context);
  serveWorkspace(app, context);
  await app.register((auth) => serveSignIn(auth, context));
  await app.register((auth) => serveSingleSignOn(auth, context));
  await app.register((api) => serveApi(api, context));
  return app;
}

/** The operations of the API. All of them need a token and count against its rate limit. */
async function serveApi(api: FastifyInstance, context: Context): Promise<void> {
  for (const name of ["caller", "authenticated", "repeated"]) api.decorateRequest(name);
  const replies = new KeptReplies(context);
  api.addHook("onRequest", authenticator(context, replies));
  limitRate(api, context);
  repeatReplies(api, replies);
  for (const { operations } of operationGroups) {
    for (const operation of operations) registerOperation(api, context, operation, replies);
  }
  serveBackupFiles(api, context);
}

/** Endpoints for monitoring. They need no token. */
function serveHealth(app: FastifyInstance, context: Context): void {
  app.get("/healthz", async () => ({ status: "ok" }));

  const readiness = new Readiness(context);
  app.get("/readyz", async (_request, reply) => {
    const problem = await readiness.findProblem();
    return problem === undefined ? { status: "ready" } : reply.code(503).send({ status: problem });
  });

  app.get("/metrics", async (_request, reply) =>
    reply.type("text/plain; version=0.0.4; charset=utf-8").send(await context.metrics.text()),
  );
}

/** Helmet's headers. They never change, so helmet runs once. */
function securityHeaders({ baseUrl }: Config): Record<string, string> {
  const headers: Record<string, string> = {};
  const setHeaders = helmet({
    contentSecurityPolicy: {
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
      useDefaults: false,
    },
    strictTransportSecurity: baseUrl.startsWith("https:"),
  });
  const recorder = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => {},
  };
  setHeaders({} as IncomingMessage, recorder as unknown as ServerResponse, () => {});
  return headers;
}
