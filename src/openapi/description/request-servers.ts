import { isJsonObject, type JsonObject } from "../document/index.ts";
import { firstOf, own, textOf } from "./json-values.ts";

const maxServers = 10;
export const maxUrls = 20;
const maxUrlLength = 500;
const maxVariableValues = 20;

interface OperationInItem {
  readonly item: JsonObject;
  readonly operation: JsonObject;
}

/** Whether readers can send requests to an operation: it has a server, and neither it nor the document forbids it. */
export function isTryable(document: unknown, found: OperationInItem): boolean {
  const isHidden = [document, found.operation].some((holder) => own(holder, "x-hideTryItPanel") === true);
  return !isHidden && serversAt(document, found).length > 0;
}

interface Server {
  readonly server: JsonObject;
  readonly urls: readonly string[];
}

/** The servers with absolute URLs, of the operation, its path or the document. */
export function serversAt(document: unknown, { item, operation }: OperationInItem): Server[] {
  const servers = [operation, item, document].map((holder) => own(holder, "servers")).find(Array.isArray);
  return firstOf(servers, maxServers).flatMap((server) => {
    const urls = isJsonObject(server) ? urlsOf(server) : [];
    return isJsonObject(server) && urls.length > 0 ? [{ server, urls }] : [];
  });
}

/** The URLs of a server: a variable has its default, or the values of its enumeration. */
function urlsOf(server: JsonObject): string[] {
  const text = textOf(own(server, "url"), maxUrlLength) ?? "";
  const names = [...new Set(Array.from(text.matchAll(/\{([^{}]+)\}/g), ([, name = ""]) => name))];
  let urls = [text];
  for (const name of names) {
    const variable = own(own(server, "variables"), name);
    const values = [own(variable, "default"), ...firstOf(own(variable, "enum"), maxVariableValues)];
    const texts = [...new Set(values.filter((value) => ["string", "number"].includes(typeof value)))];
    urls = urls
      .flatMap((url) => texts.map((value) => url.replaceAll(`{${name}}`, () => String(value))))
      .slice(0, maxUrls);
  }
  return urls.flatMap((url) => {
    const parsed = URL.parse(url);
    const isWeb = parsed !== null && ["http:", "https:"].includes(parsed.protocol);
    return isWeb && parsed.username === "" && parsed.password === "" ? [parsed.href] : [];
  });
}
