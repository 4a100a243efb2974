import { type Static, Type } from "@sinclair/typebox";
import { addMilliseconds } from "../../platform/index.ts";
import { type ImportRunTable, importSources, type Reader } from "../../storage/database/index.ts";
import { type Call, type Context, HttpUrl, ListQuery, StringEnum, Timestamp } from "../http/index.ts";
import type { ImportRunRow } from "./run-store.ts";
import { ImportOptionFields } from "./schema.ts";

const Id = Type.String({ minLength: 1, maxLength: 256 });
const statuses = ["pending", "in-progress", "completed", "failed", "cancelled"] as const;

/** A website has no file. */
export const fileSources = importSources.filter((source) => source !== "website");
export const FileSource = StringEnum(fileSources, { description: "The kind of the file." });

export type RunRequest = Static<typeof RunRequest>;
export const RunRequest = Type.Object({
  source: Type.Object({
    type: StringEnum([...importSources, "file"], {
      description: "The kind of source at the URL; `file` for an uploaded file.",
    }),
    url: Type.Optional(HttpUrl),
    files: Type.Optional(
      Type.Array(Id, {
        minItems: 1,
        maxItems: 50,
        description: "For `file`: the key of one file that was uploaded with `keep`.",
      }),
    ),
    format: Type.Optional({
      ...FileSource,
      description: "The kind of the file. By default, it is derived from the ending of its name.",
    }),
  }),
  target: Type.Object({
    space: Id,
    changeRequest: Type.Optional(Id),
    page: Type.Optional(Id),
  }),
  site: Type.Optional({ ...Id, description: "A site that the import is for." }),
  ...ImportOptionFields,
  enhance: Type.Optional(Type.Boolean({ description: "Accepted, and without effect." })),
});

export type RunQuery = Static<typeof RunQuery>;
export const RunQuery = Type.Object({
  ...ListQuery,
  space: Type.Optional(Id),
  changeRequest: Type.Optional(Id),
  site: Type.Optional(Id),
  status: Type.Optional(
    StringEnum(["active", ...statuses], { description: "`active`: `pending` or `in-progress`." }),
  ),
});

const Skipped = Type.Object({
  source: Type.String({ description: "Its path or URL in the source." }),
  reason: Type.String(),
});

export type RunSummary = Static<typeof RunSummary>;
const RunSummary = Type.Object({
  importedResources: Type.Integer(),
  totalResources: Type.Integer(),
  pages: Type.Integer({ description: "The number of imported pages." }),
  files: Type.Integer({ description: "The number of imported files." }),
  reusableContents: Type.Integer(),
  warnings: Type.Array(Type.String()),
  skipped: Type.Array(Skipped, { description: "The first pages and files that were not imported, and why." }),
});

const RunPage = Type.Object({
  id: Type.String(),
  title: Type.String(),
  type: StringEnum(["page", "folder"]),
  status: StringEnum(["complete", "pending"]),
  sourceURL: Type.Optional(Type.String({ description: "Its URL, or its path in the source." })),
});
export type StoredRunPage = Omit<Static<typeof RunPage>, "status">;

const listed = {
  object: Type.Literal("import-run"),
  id: Type.String(),
  status: StringEnum(statuses),
  step: Type.Optional(
    StringEnum(["reading", "storing", "applying"], { description: "What the import does now." }),
  ),
  createdAt: Timestamp,
  startedAt: Type.Optional(Timestamp),
  updatedAt: Timestamp,
  completedAt: Type.Optional(Timestamp),
  endedAt: Type.Optional(Timestamp),
  undoneAt: Type.Optional(Timestamp),
  reason: Type.Optional(Type.String({ description: "Why it failed." })),
  source: Type.Object({
    type: StringEnum([...importSources, "file"]),
    url: Type.Optional(Type.String({ description: "Without its query for all but the one who started it." })),
    files: Type.Optional(Type.Array(Type.String(), { description: "The names of the files." })),
    format: Type.Optional(StringEnum(importSources)),
  }),
  target: Type.Object({
    space: Type.String(),
    changeRequest: Type.Optional(Type.String()),
    page: Type.Optional(Type.String()),
  }),
  site: Type.Optional(Type.String()),
  createdBy: Type.String(),
  progress: Type.Optional(
    Type.Object({
      done: Type.Integer({ description: "The number of pages and files that were read." }),
      total: Type.Integer({ description: "The number of pages and files that are known." }),
      pages: Type.Integer(),
      files: Type.Integer(),
    }),
  ),
  revision: Type.Optional(Type.String({ description: "The revision that it has created." })),
  previousRevision: Type.Optional(Type.String()),
  urls: Type.Object({ location: HttpUrl, app: HttpUrl }),
};

export type ListedRun = Static<typeof ListedRun>;
export const ListedRun = Type.Object(listed, { title: "ListedImportRun" });

export type ImportRun = Static<typeof ImportRun>;
export const ImportRun = Type.Object(
  {
    ...listed,
    summary: Type.Optional(RunSummary),
    pages: Type.Optional(Type.Array(RunPage)),
    canUndo: Type.Boolean({ description: "Whether nothing has changed since, so that it can be undone." }),
  },
  { title: "ImportRun" },
);

/** Presents runs with the only site that shows their space. */
export async function presentRuns(
  { context, caller }: Call,
  rows: readonly ImportRunRow[],
): Promise<ListedRun[]> {
  const sites = await findOnlySites(
    context.database.read,
    rows.filter((row) => row.site_id === null).map((row) => row.space_id),
  );
  return rows.map((row) => present(context, row, caller.userId, row.site_id ?? sites.get(row.space_id)));
}

async function findOnlySites(db: Reader, spaceIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (spaceIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("site_spaces")
    .where("space_id", "in", [...new Set(spaceIds)])
    .groupBy("space_id")
    .having((eb) => eb(eb.fn.min("site_id"), "=", eb.fn.max("site_id")))
    .select((eb) => ["space_id", eb.fn.min("site_id").as("site_id")])
    .execute();
  return new Map(rows.map((row) => [row.space_id, row.site_id]));
}

function present({ urls }: Context, row: ImportRunRow, userId: string, site: string | undefined): ListedRun {
  const { status, id, organization_id: organizationId } = row;
  const isOwn = row.created_by === userId;
  const error = row.error === null ? undefined : (JSON.parse(row.error) as { message: string });
  return {
    ...{ object: "import-run" as const, id, status, createdBy: row.created_by },
    ...(row.step !== null && { step: row.step }),
    ...{ createdAt: row.created_at, updatedAt: row.updated_at },
    ...(row.started_at !== null && { startedAt: row.started_at }),
    ...(row.ended_at !== null && { endedAt: row.ended_at }),
    ...(row.ended_at !== null && status === "completed" && { completedAt: row.ended_at }),
    ...(row.undone_at !== null && { undoneAt: row.undone_at }),
    ...(error && { reason: isOwn ? error.message : withoutQueries(error.message) }),
    source: presentSource(row, isOwn),
    target: {
      space: row.space_id,
      ...(row.change_request_id !== null && { changeRequest: row.change_request_id }),
      ...(row.page_id !== null && { page: row.page_id }),
    },
    ...(site !== undefined && { site }),
    ...(row.progress !== null && { progress: JSON.parse(row.progress) }),
    ...(row.revision_id !== null && { revision: row.revision_id }),
    ...(row.previous_revision_id !== null && { previousRevision: row.previous_revision_id }),
    urls: {
      location: urls.api(`/org/${organizationId}/imports/${id}`),
      app: urls.app(`/orgs/${organizationId}/imports/${id}`),
    },
  };
}

function presentSource(row: ImportRunRow, isOwn: boolean): ListedRun["source"] {
  if (row.url === null) return { type: "file", format: row.source, files: [row.file_name ?? ""] };
  return { type: row.source, url: isOwn ? row.url : withoutQuery(row.url) };
}

/** The query of a URL may contain a key, which is only for the one who started the run. */
function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, "");
}

/** A text without the queries of the URLs in it. */
function withoutQueries(text: string): string {
  return text.replace(/https?:\/\/\S+/gi, withoutQuery);
}

function hideQueriesIn(summary: RunSummary): RunSummary {
  return {
    ...summary,
    warnings: summary.warnings.map(withoutQueries),
    skipped: summary.skipped.map(({ source, reason }) => ({
      source: withoutQueries(source),
      reason: withoutQueries(reason),
    })),
  };
}

/** A run with its pages, its summary and whether it can be undone. */
export async function presentRun(call: Call, row: ImportRunTable, canUndo: boolean): Promise<ImportRun> {
  const [listed] = await presentRuns(call, [row]);
  const isOwn = row.created_by === call.caller.userId;
  const pages = row.pages === null ? undefined : (JSON.parse(row.pages) as StoredRunPage[]);
  const summary = row.result === null ? undefined : (JSON.parse(row.result) as RunSummary);
  return {
    ...(listed as ListedRun),
    ...(summary && { summary: isOwn ? summary : hideQueriesIn(summary) }),
    ...(pages && { pages: pages.map((page) => presentPage(page, isOwn)) }),
    canUndo,
  };
}

function presentPage(page: StoredRunPage, isOwn: boolean): Static<typeof RunPage> {
  const { sourceURL } = page;
  return {
    ...{ ...page, status: "complete" },
    ...(sourceURL !== undefined && !isOwn && { sourceURL: withoutQueries(sourceURL) }),
  };
}

/** When an uploaded file that a run has taken is removed, if the run does not end before. */
export function takenFileExpiry({ clock }: Context): string {
  return addMilliseconds(clock.now(), 7 * 86_400_000);
}
