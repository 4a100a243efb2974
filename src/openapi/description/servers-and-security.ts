import { isJsonObject, type JsonObject } from "../document/references.ts";
import type { Source } from "./document-reader.ts";
import { cut, firstOf, own, textOf, textsIn, treeOf } from "./json-values.ts";

const mostServers = 3;
const mostWays = 10;
const mostScopes = 20;
const longest = 200;
const longestWay = 500;

/** The ways in which a request may be let in, any of which will do. */
export function securityText(source: Source, security: unknown): string[] {
  const ways = firstOf(security, mostWays).filter(isJsonObject);
  return [...new Set(ways.map((way) => cut(wayText(source, way), longestWay)))];
}

function wayText(source: Source, way: JsonObject): string {
  const names = source.keysOf(way, mostWays);
  if (names.length === 0) return "No authorization";
  return names.map((name) => schemeText(source, name, textsIn(way[name], mostScopes, 100))).join(" and ");
}

function schemeText(source: Source, name: string, scopes: readonly string[]): string {
  const components = own(source.document, "components");
  const all = own(components, "securitySchemes") ?? own(source.document, "securityDefinitions");
  const scheme = source.resolve(own(all, name));
  const text = (key: string) => textOf(own(scheme, key), longest) ?? "";
  const type = text("type");
  const withScopes = (words: string) => (scopes.length === 0 ? words : `${words}: ${scopes.join(", ")}`);
  if (type === "http") return httpText(text("scheme"), text("bearerFormat"));
  if (type === "basic") return "Basic authentication";
  if (type === "apiKey") return `API key in ${text("in") || "header"} ${text("name")}`.trim();
  if (type === "oauth2") return withScopes("OAuth 2.0");
  if (type === "openIdConnect") return withScopes("OpenID Connect");
  return type === "mutualTLS" ? "Mutual TLS" : withScopes(cut(name, longest));
}

function httpText(scheme: string, format: string): string {
  const name = scheme.toLowerCase();
  if (name === "bearer") return format === "" ? "Bearer token" : `Bearer token (${format})`;
  return name === "basic" ? "Basic authentication" : `HTTP ${scheme}`.trim();
}

/** The first places where an operation is to be found. */
export function serversOf(source: Source, item: JsonObject, operation: JsonObject): string[] {
  const { document } = source;
  const servers = [operation, item, document].map((each) => own(each, "servers")).find(Array.isArray);
  if (servers === undefined) return swaggerServers(document);
  return firstOf(servers, mostServers).flatMap((server) => serverText(server) ?? []);
}

function serverText(server: unknown): string | undefined {
  const url = textOf(own(server, "url"), longest);
  const variables = treeOf(own(server, "variables"));
  const text = url?.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const value = own(own(variables, name), "default");
    return typeof value === "string" || typeof value === "number" ? cut(String(value), longest) : whole;
  });
  return text && cut(text, longest);
}

function swaggerServers(document: unknown): string[] {
  const [host, path] = ["host", "basePath"].map((key) => textOf(own(document, key), longest));
  if (host === undefined) return path === undefined ? [] : [path];
  const schemes = textsIn(own(document, "schemes"), mostServers, 20);
  return (schemes.length === 0 ? ["https"] : schemes).map((scheme) => `${scheme}://${host}${path ?? ""}`);
}
