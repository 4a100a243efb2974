import { newSecretId, readCookie, writeCookie } from "../../platform/index.ts";
import { encodePath, readAdaptiveSchema } from "../../publishing/index.ts";
import type { ResourceCall } from "../resource/index.ts";

const visitorCookie = "lectern_reader";
const sessionCookie = "lectern_reading";
const visitorMaxAge = 365 * 24 * 3600;
const sessionMaxAge = 30 * 60;

interface IdentifiedVisitor {
  readonly visitorId: string;
  readonly sessionId?: string;
  readonly visitorAuthClaims?: object;
  readonly authenticated: boolean;
}

/** Tells a visitor apart: by a cookie if the owner of the site has chosen so, else by a hash that is valid for a day. */
export async function identifyVisitor(call: ResourceCall): Promise<IdentifiedVisitor> {
  const { context, request, place, settings } = call;
  const { visitor } = place.visit;
  const known = {
    visitorAuthClaims: await declaredClaims(call),
    authenticated: visitor.authKeyFingerprint !== undefined,
  };
  if (settings.chosen.trackingCookie !== true) {
    const { "user-agent": userAgent = "" } = request.headers;
    return { ...known, visitorId: await context.events.dailyVisitor(request.ip, userAgent) };
  }
  const read = (name: string) => {
    const value = readCookie(request.headers.cookie, name) ?? "";
    return /^\w{22}$/.test(value) ? value : newSecretId();
  };
  const [visitorId, sessionId] = [read(visitorCookie), read(sessionCookie)];
  const options = { path: encodePath(place.visit.base), isSecure: call.url.protocol === "https:" };
  call.reply.header("set-cookie", [
    writeCookie(visitorCookie, visitorId, { ...options, maxAge: visitorMaxAge }),
    writeCookie(sessionCookie, sessionId, { ...options, maxAge: sessionMaxAge }),
  ]);
  return { ...known, visitorId, sessionId };
}

/** The claims with few possible values that the site declares. Others may identify a person. */
async function declaredClaims({ context, place }: ResourceCall): Promise<object> {
  const { unsigned, ...signed } = place.visit.visitor.claims;
  if (Object.keys(signed).length === 0 && Object.keys(Object(unsigned)).length === 0) return {};
  const schema = await readAdaptiveSchema(context.database.read, place.site);
  const keep = (claims: object, properties: object = {}) =>
    Object.fromEntries(
      Object.entries(claims).filter(([name]) => {
        const claim: unknown = Object.hasOwn(properties, name) ? Reflect.get(properties, name) : undefined;
        const { type, enum: values } = Object(claim);
        return type === "boolean" || values !== undefined;
      }),
    );
  const ofUnsigned = Object(schema?.properties.unsigned).properties;
  return { ...keep(signed, schema?.properties), unsigned: keep(Object(unsigned), ofUnsigned) };
}
