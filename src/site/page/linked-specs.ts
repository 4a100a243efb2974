import type { Context } from "../../api/http/index.ts";
import { findLinkedSpecs, type LinkedSpec, readLinkedSpec } from "../../api/openapi-specs/index.ts";
import type { ContentRef } from "../../content/document/index.ts";
import type { ApiBlock } from "./page-parts.ts";
import { keptDocument, maxSpecSize } from "./spec-documents.ts";

/** The versions of the specs to which a page refers by URL. One is undefined until it was read. */
export type LinkedSpecStates = ReadonlyMap<string, string | undefined>;

export interface LinkedSpecs {
  specOf(ref: ContentRef): unknown;
  readonly states: LinkedSpecStates;
}

/** The number of specs that are looked up for a page. */
const maxSpecs = 20;

/** Reads the specs to which blocks refer by URL, as far as they are known. The others are read for later readers. */
export async function readLinkedSpecs(
  context: Context,
  organizationId: string,
  blocks: readonly ApiBlock[],
): Promise<LinkedSpecs> {
  const urls = new Map<string, URL>();
  for (const { data } of blocks) {
    const url = urlOf(data.ref);
    if (url !== undefined && urls.size < maxSpecs) urls.set(url.href, url);
  }
  if (urls.size === 0) return { specOf: () => undefined, states: new Map() };
  const known = await findLinkedSpecs(context, organizationId, [...urls.values()]);
  const documents = new Map<string, unknown>();
  for (const [href, spec] of known)
    if (spec.version !== null)
      documents.set(
        href,
        await keptDocument(`linked ${spec.version}`, () =>
          readLinkedSpec(context, organizationId, spec, maxSpecSize),
        ),
      );
  return {
    specOf: (ref) => documents.get(urlOf(ref)?.href ?? ""),
    states: new Map(Array.from(urls.keys(), (href) => [href, stateOf(known.get(href))])),
  };
}

/** Whether nothing else is known than when the page was rendered. */
export async function areLinkedSpecsCurrent(
  context: Context,
  organizationId: string,
  states: LinkedSpecStates,
): Promise<boolean> {
  if (states.size === 0) return true;
  const urls = Array.from(states.keys(), (href) => new URL(href));
  const known = await findLinkedSpecs(context, organizationId, urls);
  return states.entries().every(([href, state]) => stateOf(known.get(href)) === state);
}

function stateOf(spec: LinkedSpec | undefined): string | undefined {
  return spec?.version ?? undefined;
}

function urlOf(ref: ContentRef): URL | undefined {
  const url = ref.kind === "url" ? URL.parse(ref.url) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? url : undefined;
}
