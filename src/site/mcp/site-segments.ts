import { badInput } from "../../platform/index.ts";
import { decodeSegments, publishedUrl } from "../../publishing/index.ts";
import type { ResourceCall } from "../resource/index.ts";

/** The segments below the site of a URL of it, or of a path below it. `argument`: the name of the tool's argument. */
export function segmentsBelowSite(call: ResourceCall, text: string, argument: string): string[] {
  const { context, place, url, urls } = call;
  const { site, visit } = place;
  const published = publishedUrl(context.config.sites, site, visit.shareKey ?? null);
  const roots = [url.origin + urls.page([]), published ?? ""].map((root) => root.replace(/\/$/, ""));
  const [address = ""] = text.split(/[?#]/, 1);
  const root = roots.find((candidate) => candidate !== "" && `${address}/`.startsWith(`${candidate}/`));
  const isForeign = root === undefined && URL.canParse(text);
  const segments = isForeign ? undefined : decodeSegments(address.slice(root?.length ?? 0));
  if (segments === undefined) throw badInput(argument, "must be a URL of this site, or a path below it");
  return segments;
}
