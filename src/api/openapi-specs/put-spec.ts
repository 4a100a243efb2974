import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { addMilliseconds, badInput, conflict, newId } from "../../platform/index.ts";
import type { Writer } from "../../storage/database/index.ts";
import { enqueue } from "../../storage/jobs/index.ts";
import type { Context } from "../http/index.ts";
import type { SpecSource } from "./schema.ts";
import { findSpec, type SpecRow } from "./store.ts";

/** After how long a source is looked at again. */
export const lookAgainAfter = 6 * 3_600_000;

/** The kinds of job that read the source of a spec: an address has to be waited for, a text is there. */
export const processingKinds = { url: "process-openapi-spec", text: "process-openapi-text" };

export type SourceKind = keyof typeof processingKinds;

/** What a source is in the table. */
interface SourceColumns {
  readonly source_url: string | null;
  readonly source_text: Uint8Array | null;
}

/** Makes a spec that is to be read from a source, or gives another source to the one that there is. */
export async function putSpec(
  { database, clock }: Context,
  organizationId: string,
  { slug, source, onlyNew = false }: { slug: string; source: SpecSource; onlyNew?: boolean },
): Promise<SpecRow> {
  const columns = await readSource(source);
  const put = async (trx: Writer): Promise<SpecRow> => {
    const now = clock.now();
    const found = await findSpec(trx, organizationId, slug);
    // The same address may be being read at this moment: that counts as well.
    const isSame = columns.source_url !== null && columns.source_url === found?.source_url;
    if (found !== undefined && onlyNew) throw conflict(`slug: there is an OpenAPI spec "${slug}" already`);
    const id = found?.id ?? (await insertSpec(trx, organizationId, slug, now));
    await trx
      .updateTable("openapi_specs")
      .set((eb) => ({
        ...columns,
        source_number: isSame ? eb.ref("source_number") : eb("source_number", "+", 1),
        processing_state: "pending",
        look_again_at: columns.source_url === null ? null : addMilliseconds(now, lookAgainAfter),
        updated_at: now,
      }))
      .where("organization_id", "=", organizationId)
      .where("id", "=", id)
      .execute();
    await scheduleProcessing(trx, { id, organization_id: organizationId, ...columns }, now);
    const row = await findSpec(trx, organizationId, slug);
    if (row === undefined) throw new Error("a spec that was just written is not there");
    return row;
  };
  return database.write(put, `openapi spec ${organizationId} ${slug}`);
}

async function readSource({ url, text }: SpecSource): Promise<SourceColumns> {
  if ((url === undefined) === (text === undefined))
    throw badInput("source", "must have either url or text, and not both");
  if (text !== undefined) return { source_url: null, source_text: await promisify(gzip)(text) };
  const { username, password } = new URL(url ?? "");
  if (username || password) throw badInput("source.url", "must not hold a user name or password");
  return { source_url: url ?? null, source_text: null };
}

async function insertSpec(trx: Writer, organizationId: string, slug: string, now: string): Promise<string> {
  const id = newId();
  const repositoryId = newId();
  await trx
    .insertInto("repositories")
    .values({ id: repositoryId, organization_id: organizationId })
    .execute();
  await trx
    .insertInto("openapi_specs")
    .values({
      id,
      organization_id: organizationId,
      repository_id: repositoryId,
      slug,
      visibility: "private",
      source_url: null,
      source_number: 0,
      processing_state: "pending",
      last_version_id: null,
      last_processed_at: null,
      last_error_code: null,
      last_error: null,
      look_again_at: null,
      created_at: now,
      updated_at: now,
      source_text: null,
    })
    .execute();
  return id;
}

/** To be called in the transaction after which its source is to be read. */
export async function scheduleProcessing(
  trx: Writer,
  { id, organization_id, source_url }: Pick<SpecRow, "id" | "organization_id" | "source_url">,
  now: string,
): Promise<void> {
  const kind = processingKinds[source_url === null ? "text" : "url"];
  await enqueue(trx, { kind, key: id, payload: { specId: id }, organizationId: organization_id }, now);
}
