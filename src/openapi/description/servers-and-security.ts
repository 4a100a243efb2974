import { isJsonObject, type JsonObject } from "../document/index.ts";
import type { Credential } from "./descriptions.ts";
import type { DocumentReader } from "./document-reader.ts";
import { firstOf, own, textOf, textsIn, truncate } from "./json-values.ts";

const maxServers = 3;
const maxRequirements = 10;
const maxScopes = 20;
const maxLength = 200;
const maxRequirementLength = 500;

/** Describes the alternative security requirements of an operation. */
export function describeSecurity(reader: DocumentReader, security: unknown): string[] {
  const texts = firstOf(security, maxRequirements)
    .filter(isJsonObject)
    .map((requirement) => {
      const names = reader.keysOf(requirement, maxRequirements);
      if (names.length === 0) return "No authorization";
      const schemes = names.map((name) =>
        schemeText(reader, name, textsIn(requirement[name], maxScopes, 100)),
      );
      return truncate(schemes.join(" and "), maxRequirementLength);
    });
  return [...new Set(texts)];
}

/** The credentials that the first security requirement asks for. */
export function credentialsOf(reader: DocumentReader, security: unknown): Credential[] {
  const requirement = firstOf(security, maxRequirements).find(isJsonObject);
  return reader.keysOf(requirement, maxRequirements).flatMap((name): Credential[] => {
    const scheme = schemeOf(reader, name);
    const text = (key: string) => textOf(own(scheme, key), maxLength) ?? "";
    const type = text("type");
    const isBasic = type === "basic" || text("scheme").toLowerCase() === "basic";
    if (isBasic) return [{ in: "header", name: "Authorization", value: "Basic CREDENTIALS" }];
    if (type === "apiKey") {
      const place = (["query", "cookie"] as const).find((known) => known === text("in")) ?? "header";
      return text("name") === "" ? [] : [{ in: place, name: text("name"), value: "API_KEY" }];
    }
    const isBearer = text("scheme").toLowerCase() === "bearer";
    return isBearer || type === "oauth2" || type === "openIdConnect"
      ? [{ in: "header", name: "Authorization", value: "Bearer TOKEN" }]
      : [];
  });
}

function schemeOf(reader: DocumentReader, name: string): unknown {
  const { document } = reader;
  const schemes = own(own(document, "components"), "securitySchemes") ?? own(document, "securityDefinitions");
  return reader.resolve(own(schemes, name));
}

function schemeText(reader: DocumentReader, name: string, scopes: readonly string[]): string {
  const scheme = schemeOf(reader, name);
  const text = (key: string) => textOf(own(scheme, key), maxLength) ?? "";
  const type = text("type");
  const withScopes = (label: string) => (scopes.length === 0 ? label : `${label}: ${scopes.join(", ")}`);
  if (type === "http") return httpText(text("scheme"), text("bearerFormat"));
  if (type === "basic") return "Basic authentication";
  if (type === "apiKey") return `API key in ${text("in") || "header"} ${text("name")}`.trim();
  if (type === "oauth2") return withScopes("OAuth 2.0");
  if (type === "openIdConnect") return withScopes("OpenID Connect");
  return type === "mutualTLS" ? "Mutual TLS" : withScopes(truncate(name, maxLength));
}

function httpText(scheme: string, format: string): string {
  const name = scheme.toLowerCase();
  if (name === "bearer") return format === "" ? "Bearer token" : `Bearer token (${format})`;
  return name === "basic" ? "Basic authentication" : `HTTP ${scheme}`.trim();
}

export function serversOf({ document }: DocumentReader, item: JsonObject, operation: JsonObject): string[] {
  const servers = [operation, item, document].map((holder) => own(holder, "servers")).find(Array.isArray);
  if (servers === undefined) return swaggerServers(document);
  return firstOf(servers, maxServers).flatMap((server) => {
    const url = textOf(own(server, "url"), maxLength)?.replace(
      /\{([^{}]+)\}/g,
      (placeholder, name: string) => {
        const value = own(own(own(server, "variables"), name), "default");
        return typeof value === "string" || typeof value === "number"
          ? truncate(String(value), maxLength)
          : placeholder;
      },
    );
    return url === undefined ? [] : [truncate(url, maxLength)];
  });
}

function swaggerServers(document: unknown): string[] {
  const [host, path] = ["host", "basePath"].map((key) => textOf(own(document, key), maxLength));
  if (host === undefined) return path === undefined ? [] : [path];
  const schemes = textsIn(own(document, "schemes"), maxServers, 20);
  return (schemes.length === 0 ? ["https"] : schemes).map((scheme) => `${scheme}://${host}${path ?? ""}`);
}
