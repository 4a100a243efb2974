import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Metrics } from "../../platform/index.ts";
import type { Context } from "./context.ts";
import { replyNotFound } from "./error-reply.ts";

/** Makes request ids that are unique among all processes and cost next to nothing. */
export function createRequestIds(): () => string {
  const process = randomBytes(6).toString("base64url");
  let count = 0;
  return () => `${process}-${(count++).toString(36)}`;
}

/** Parts of paths that open something to whoever knows them. */
const secretParts: ReadonlySet<string | undefined> = new Set([":inviteId", ":signature"]);

/** Not the whole address: a query may hold a share key or a visitor's token, and so may the path of a site. */
function pathWithoutSecrets({ url, routeOptions, is404 }: FastifyRequest): string {
  const [path = ""] = url.split(/[?#]/, 1);
  if (is404) return path.startsWith("/v1/") ? path : "***";
  const route = routeOptions.url?.split("/") ?? [];
  if (!route.some((part) => secretParts.has(part))) return path;
  // By their places, since the same word can be spelled in many ways.
  return path
    .split("/")
    .map((part, i) => (secretParts.has(route[i]) ? "***" : part))
    .join("/");
}

/** Every request leaves one measurement, and one log line where it matters. */
export function observeRequests(app: FastifyInstance, { log, metrics }: Context): void {
  const record = (request: FastifyRequest, reply: FastifyReply, series: Series): void => {
    const { method } = request;
    const status = reply.statusCode;
    const milliseconds = reply.elapsedTime;
    series(method, status).observe(milliseconds / 1000);
    // Reads that go well are many and say little: they are counted, and logged only where everything is.
    const level = status >= 400 || method !== "GET" ? "info" : "debug";
    if (!log.isLevelEnabled(level)) return;
    const path = pathWithoutSecrets(request);
    const rounded = Math.round(milliseconds * 10) / 10;
    log[level]({ requestId: request.id, method, path, status, milliseconds: rounded }, "request");
  };

  app.addHook("onRoute", (route) => {
    const series = seriesOf(metrics, route.url);
    route.onResponse = (request, reply, done) => {
      record(request, reply, series);
      done();
    };
  });
  // Addresses without a route are answered in a scope of their own, so that only they pay for this hook.
  const noRoute = seriesOf(metrics, "none");
  app.register(async (unrouted) => {
    unrouted.addHook("onResponse", (request, reply, done) => {
      record(request, reply, noRoute);
      done();
    });
    unrouted.setNotFoundHandler(replyNotFound);
  });
}

type Series = (method: string, status: number) => { observe(seconds: number): void };

/** Looking the series of a route up by its labels costs more than adding to it, so each is looked up once. */
function seriesOf(metrics: Metrics, route: string): Series {
  const found = new Map<string, ReturnType<Series>>();
  return (method, status) => {
    const key = `${method} ${status}`;
    return found.getOrInsertComputed(key, () => metrics.requests.labels({ method, route, status }));
  };
}
