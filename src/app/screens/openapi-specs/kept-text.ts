import type { OpenAPISpec } from "../../data/api-types.ts";
import { readStored, removeStored, writeStored } from "../../data/stored.ts";

/** A text that was sent as the source of a spec, of which the server keeps only valid ones. */
interface KeptText {
  readonly text: string;
  /** When the spec had this source: other sources came later. */
  readonly updatedAt: string;
}

const keyOf = (organizationId: string, slug: string) => `openapi-text.${organizationId}.${slug}`;

/** Keeps the text of a source in this browser until the spec gets another source. */
export function keepText(
  organizationId: string,
  { slug, updatedAt }: OpenAPISpec,
  text: string | undefined,
): void {
  if (text === undefined) removeStored(keyOf(organizationId, slug));
  else writeStored(keyOf(organizationId, slug), { text, updatedAt } satisfies KeptText);
}

/** The text that was sent last, if it is still the source of the spec. */
export function keptText(organizationId: string, { slug, updatedAt }: OpenAPISpec): string | undefined {
  const kept = readStored<KeptText | undefined>(keyOf(organizationId, slug), undefined);
  return kept?.updatedAt === updatedAt ? kept.text : undefined;
}
