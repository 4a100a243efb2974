import type { Operation } from "../../src/api/http/operation.ts";
import type { Ids, LargeWorld } from "./large-world.ts";
import type { SentRequest } from "./observed-server.ts";
import type { LargeRequest } from "./requests.ts";

/** Reads come first, then changes; what consumes objects comes last, the innermost objects first. */
export function rankOf({ method, path, id }: Operation): number {
  if (method === "DELETE") return 1000 - path.split("/").length;
  if (/^(merge|transfer|move|delete|remove|uninstall|unpublish)/.test(id)) return 900;
  return method === "GET" || /^(search|resolve)/.test(id) ? 0 : 100;
}

export function compareRanks(a: Operation, b: Operation): number {
  return rankOf(a) - rankOf(b);
}

/** The path with parameters in braces, as in the API reference. */
export const templateOf = ({ operation }: Pick<LargeRequest, "operation">) =>
  `/v1${operation.path.replace(/[:*](\w+)/g, "{$1}")}`;

/** The request to the objects of a world. Ids of prepared objects replace those of the world. */
export function sentRequest(
  { world }: LargeWorld,
  request: LargeRequest,
  prepared: Ids,
  token: string,
): SentRequest {
  const { operation, query = {}, body } = request;
  const overrides = { ...request.ids, ...prepared };
  const template = templateOf(request);
  const prefix = template.includes("{changeRequestId}") ? "changeRequest." : "none.";
  const fill = (text: string) =>
    world.fill(
      text.replace(
        /<<([\w.]+)>>/g,
        (placeholder, name: string) => overrides[prefix + name] ?? overrides[name] ?? placeholder,
      ),
      template,
    );
  const path = fill(template.replace(/\{(\w+)\}/g, "<<$1>>"));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, fill(value)]));
  return {
    method: operation.method,
    url: encodeURI(path) + (search.size > 0 ? `?${search}` : ""),
    token,
    body: body === undefined ? undefined : fill(typeof body === "string" ? body : JSON.stringify(body)),
  };
}
