import { type Static, Type } from "@sinclair/typebox";
import { badInput, EventLoopYielder, LecternError, newId } from "../../platform/index.ts";
import {
  destinationColumns,
  encodePath,
  findTargetsAt,
  type RedirectDestination,
  type RedirectTarget,
  type SiteRow,
  selectRedirects,
} from "../../publishing/index.ts";
import {
  batchesBySize,
  inBatches,
  type Reader,
  type SiteRedirectTable,
  type Writer,
} from "../../storage/database/index.ts";
import { type Context, jsonArray, operation, StreamedJson, StringEnum } from "../http/index.ts";
import { onSite } from "../sites/index.ts";
import { maxSourceLength, readAddress } from "./source.ts";
import { presentTarget, Target } from "./target-operations.ts";

const maxRedirects = 5_000;

const Entry = Type.Object({
  source: Type.String({ maxLength: 2048, description: "A path below the site, or a URL of it." }),
  destination: Type.String({
    maxLength: 2048,
    description: "The path below the site, or the URL, of a page, a section or a variant.",
  }),
});

const RedirectImport = Type.Object({
  redirects: Type.Array(Entry, { minItems: 1, maxItems: maxRedirects }),
  dryRun: Type.Boolean({ default: false, description: "Only says what would be done." }),
});

type Result = Static<typeof Result>;
const Result = Type.Object({
  status: StringEnum(["created", "updated", "unchanged", "error"]),
  source: Type.String({ description: "The normalized source; as it was sent if it is wrong." }),
  target: Type.Optional(Target),
  destination: Type.Optional(
    Type.Unsafe<RedirectDestination>({ description: "The destination as `createSiteRedirect` takes it." }),
  ),
  isUnused: Type.Optional(
    Type.Boolean({ description: "Whether a page is at the source, which readers then see instead." }),
  ),
  field: Type.Optional(StringEnum(["source", "destination"])),
  error: Type.Optional(Type.String()),
});

const RedirectImportReply = Type.Object(
  { results: Type.Array(Result, { description: "What was done with each entry, in the same order." }) },
  { title: "SiteRedirectImport" },
);

export const importRedirects = operation(
  "importSiteRedirects",
  "POST /orgs/:organizationId/sites/:siteId/redirects/import",
  {
    summary: "Add or replace many redirects: all of them, or none if one is wrong",
    access: onSite("admin"),
    body: RedirectImport,
    bodyLimit: 4 * 1024 * 1024,
    reply: { 200: RedirectImportReply },
    handle: async ({ context, site, body }) => {
      const entries = await readEntries(context, site, body.redirects);
      const existing = await findExisting(context.database.read, site, entries);
      if (!body.dryRun) {
        for (const [i, { problem }] of entries.entries())
          if (problem) throw badInput(`redirects[${i}].${problem.field}`, problem.error);
        await context.database.write((trx) => writeEntries(trx, site, entries));
      }
      return presentResults(context, site, entries, existing);
    },
  },
);

interface ReadEntry {
  readonly source: string;
  readonly target?: RedirectTarget;
  readonly isUnused: boolean;
  readonly problem?: { readonly field: "source" | "destination"; readonly error: string };
}

interface ReadPaths {
  readonly source: readonly string[];
  readonly destination: readonly string[];
}

async function readEntries(
  context: Context,
  site: SiteRow,
  entries: readonly Static<typeof Entry>[],
): Promise<ReadEntry[]> {
  const read: (ReadPaths | NonNullable<ReadEntry["problem"]>)[] = [];
  const known = new Set<string>();
  const yielder = new EventLoopYielder();
  for (const entry of entries) {
    read.push(readPaths(context, site, entry, known));
    await yielder.yieldIfDue();
  }
  const pathsOf = (field: keyof ReadPaths) => read.map((paths) => ("error" in paths ? [] : paths[field]));
  const targets = await findTargetsAt(context, site, pathsOf("destination"));
  const pages = await findTargetsAt(context, site, pathsOf("source"));
  return read.map((paths, i): ReadEntry => {
    if ("error" in paths) return { source: entries[i]?.source ?? "", isUnused: false, problem: paths };
    const [source, target] = [encodePath(paths.source), targets[i]];
    const isUnused = pages[i] !== undefined;
    if (target !== undefined) return { source, target, isUnused };
    const error = `must lead to a page of the site: there is none at ${encodePath(paths.destination)}`;
    return { source, isUnused, problem: { field: "destination", error } };
  });
}

function readPaths(
  context: Context,
  site: SiteRow,
  entry: Static<typeof Entry>,
  known: Set<string>,
): ReadPaths | NonNullable<ReadEntry["problem"]> {
  const read = (field: "source" | "destination") => {
    try {
      return readAddress(context, site, field, entry[field]);
    } catch (error) {
      if (!(error instanceof LecternError)) throw error;
      return { field, error: error.message.slice(`${field}: `.length) };
    }
  };
  const source = read("source");
  if ("error" in source) return source;
  const path = encodePath(source);
  if (source.length === 0 || path.length > maxSourceLength)
    return {
      field: "source",
      error: `must be a path below the site with up to ${maxSourceLength} characters`,
    };
  if (known.has(path)) return { field: "source", error: "is the source of an earlier entry too" };
  known.add(path);
  const destination = read("destination");
  if ("error" in destination) return destination;
  if (encodePath(destination) === path) return { field: "destination", error: "is the source itself" };
  return { source, destination };
}

type Existing = ReadonlyMap<string, SiteRedirectTable>;

async function findExisting(db: Reader, site: SiteRow, entries: readonly ReadEntry[]): Promise<Existing> {
  const sources = entries.filter(({ problem }) => problem === undefined).map(({ source }) => source);
  const rows = await inBatches(sources, (batch) =>
    selectRedirects(db, site).where("source", "in", batch).selectAll().execute(),
  );
  return new Map(rows.map((row) => [row.source, row]));
}

async function writeEntries(trx: Writer, site: SiteRow, entries: readonly ReadEntry[]): Promise<void> {
  const rows = entries.flatMap(({ source, target }) =>
    target === undefined
      ? []
      : {
          id: newId(),
          organization_id: site.organization_id,
          site_id: site.id,
          source,
          ...destinationColumns(target.destination),
        },
  );
  const yielder = new EventLoopYielder();
  for (const batch of batchesBySize(rows, ({ source }) => source.length)) {
    // SQLite writes without waiting, so that thousands of rows would stop other requests.
    await yielder.yieldIfDue();
    await trx
      .insertInto("site_redirects")
      .values(batch)
      .onConflict((existing) =>
        existing.columns(["site_id", "source"]).doUpdateSet(({ ref }) => ({
          section_id: ref("excluded.section_id"),
          site_space_id: ref("excluded.site_space_id"),
          page_id: ref("excluded.page_id"),
        })),
      )
      .execute();
  }
}

/** The results are created while they are sent. */
function presentResults(
  context: Context,
  site: SiteRow,
  entries: readonly ReadEntry[],
  existing: Existing,
): StreamedJson {
  const results = Iterator.from(entries).map((entry) => presentResult(context, site, entry, existing));
  return new StreamedJson({ results: jsonArray(results) });
}

function presentResult(context: Context, site: SiteRow, entry: ReadEntry, existing: Existing): Result {
  const { source, target, isUnused, problem } = entry;
  if (target === undefined) return { status: "error", source, ...problem };
  return {
    status: statusOf(target, existing.get(source)),
    source,
    target: presentTarget(context, site, target),
    destination: target.destination,
    ...(isUnused && { isUnused }),
  };
}

function statusOf({ destination }: RedirectTarget, existing: SiteRedirectTable | undefined) {
  if (existing === undefined) return "created";
  const { section_id, site_space_id, page_id } = destinationColumns(destination);
  const isEqual =
    existing.section_id === section_id &&
    existing.site_space_id === site_space_id &&
    existing.page_id === page_id;
  return isEqual ? "unchanged" : "updated";
}
