import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "../context.ts";

/** Makes request ids that are unique among all processes and cost next to nothing. */
export function requestIds(): () => string {
  const process = randomBytes(6).toString("base64url");
  let count = 0;
  return () => `${process}-${(count++).toString(36)}`;
}

/** Parameters that open something to whoever knows them. */
const secretParams = ["inviteId"];

/** Not the whole address: a query may hold a share key or a visitor's token. */
function pathWithoutSecrets({ url, params }: FastifyRequest): string {
  const [path = ""] = url.split("?", 1);
  const known = (params ?? {}) as Record<string, string | undefined>;
  return secretParams.reduce((text, name) => (known[name] ? text.replace(known[name], "***") : text), path);
}

/** Every request leaves one log line and one measurement. */
export function observe(app: FastifyInstance, { log, metrics }: Context): void {
  app.addHook("onRoute", (route) => {
    const { url } = route;
    // Looking a label's series up costs more than adding to it, so each is looked up once.
    const series = new Map<string, { observe(seconds: number): void }>();
    const seriesOf = (method: string, status: number) => {
      const key = `${method} ${status}`;
      const known = series.get(key);
      if (known !== undefined) return known;
      const found = metrics.requests.labels({ method, route: url, status });
      series.set(key, found);
      return found;
    };
    route.onResponse = (request, reply, done) => {
      const { method } = request;
      const status = reply.statusCode;
      const milliseconds = reply.elapsedTime;
      seriesOf(method, status).observe(milliseconds / 1000);
      // Reads that go well are many and say little: they are counted, and logged only where everything is.
      const level = status >= 400 || method !== "GET" ? "info" : "debug";
      if (log.isLevelEnabled(level)) {
        const path = pathWithoutSecrets(request);
        const rounded = Math.round(milliseconds * 10) / 10;
        log[level]({ requestId: request.id, method, path, status, milliseconds: rounded }, "request");
      }
      done();
    };
  });
}
