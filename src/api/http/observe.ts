import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { currentTask } from "../../platform/index.ts";
import type { Context } from "./context.ts";
import { replyNotFound } from "./error-reply.ts";

/** Generates request ids that are unique among all processes. */
export function createRequestIds(): () => string {
  const prefix = randomBytes(6).toString("base64url");
  let count = 0;
  return () => `${prefix}-${(count++).toString(36)}`;
}

export function observeRequests(app: FastifyInstance, { log, metrics, clock }: Context): void {
  const nameTask = (request: FastifyRequest, _reply: FastifyReply, done: () => void) =>
    currentTask.run({ requestId: request.id }, done);
  app.addHook("onRequest", nameTask);
  // A body arrives outside of what the first hook runs.
  app.addHook("preHandler", nameTask);
  app.addHook("onResponse", (request, reply, done) => {
    const { method, routeOptions, is404 } = request;
    const { statusCode: status, elapsedTime } = reply;
    const route = is404 ? "none" : (routeOptions.url ?? "none");
    metrics.requests.observe({ method, route, status }, elapsedTime / 1000);
    if (status === 429) metrics.refused.increment(clock.time());
    // Successful reads are too many to log by default.
    const level = status >= 400 || method !== "GET" ? "info" : "debug";
    if (log.isLevelEnabled(level)) {
      const milliseconds = Math.round(elapsedTime * 10) / 10;
      const path = pathWithoutSecrets(request);
      log[level]({ requestId: request.id, method, path, status, milliseconds }, "request");
    }
    done();
  });
  app.setNotFoundHandler(replyNotFound);
}

/** Path parameters that grant access to whoever knows them. */
const secretParams: ReadonlySet<string | undefined> = new Set([":inviteId", ":signature"]);

/** Leaves out the query, which may hold a share key or a visitor's token, and secrets in the path. */
function pathWithoutSecrets({ url, routeOptions, is404 }: FastifyRequest): string {
  const [path = ""] = url.split(/[?#]/, 1);
  if (is404) return path.startsWith("/v1/") ? path : "***";
  // The path of a page may contain a share key.
  if (routeOptions.url === "/*") return path.replace(/(?<=\/)[0-9A-Za-z]{22}(?=\/|$)/g, "***");
  const route = routeOptions.url?.split("/") ?? [];
  if (!route.some((segment) => secretParams.has(segment))) return path;
  // Replaced by position, because a decoded parameter may differ from the text in the path.
  return path
    .split("/")
    .map((segment, i) => (secretParams.has(route[i]) ? "***" : segment))
    .join("/");
}
