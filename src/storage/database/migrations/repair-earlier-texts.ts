import { hash } from "node:crypto";
import { sql } from "kysely";
import type { ColumnTypes, Writer } from "../dialects/index.ts";
import { content } from "./002-content.ts";
import { comments } from "./004-comments.ts";
import { sites } from "./005-sites.ts";
import { linksAndSearch } from "./006-links-and-search.ts";
import { nodeBytes } from "./013-node-bytes.ts";
import { type Migration, migrations } from "./migrations.ts";

/**
 * Before checksums were stored, released migrations were sometimes edited. Brings a database to the schema of the current
 * texts of its applied migrations, whichever texts created it.
 */
export async function repairEarlierTexts(
  trx: Writer,
  types: ColumnTypes,
  applied: readonly string[],
): Promise<void> {
  const schema = await readSchema(trx, types);
  const isApplied = ({ name }: Migration) => applied.includes(name);
  const outdated = [...outdatedTables(schema)];
  const statements = [
    ...repairColumns(schema, types, isApplied),
    ...outdated.flatMap((tables) => [...replaceTables(tables, types)]),
    ...repairIndexes(migrations.filter(isApplied), types),
    // PostgreSQL creates no index on a table whose new rows have deferred constraints.
    ...outdated.flatMap((tables) => [...copyRows(tables, schema)]),
  ];
  for (const statement of statements) await sql.raw(statement).execute(trx);
  if (lacks(schema, "site_share_links", "key_hash")) await hashShareKeys(trx);
}

/** The columns of each table, and the names of all indexes. */
interface Schema {
  readonly columns: ReadonlyMap<string, readonly string[]>;
  readonly indexes: ReadonlySet<string>;
}

async function readSchema(trx: Writer, { columnNames, indexNames }: ColumnTypes): Promise<Schema> {
  const columns = await sql.raw<{ table_name: string; name: string }>(columnNames).execute(trx);
  const indexes = await sql.raw<{ name: string }>(indexNames).execute(trx);
  const byTable = new Map<string, string[]>();
  for (const { table_name, name } of columns.rows)
    byTable.getOrInsertComputed(table_name, () => []).push(name);
  return { columns: byTable, indexes: new Set(indexes.rows.map(({ name }) => name)) };
}

function has({ columns }: Schema, table: string, column: string): boolean {
  return columns.get(table)?.includes(column) === true;
}

/** The table exists, but not the column. */
function lacks({ columns }: Schema, table: string, column: string): boolean {
  return columns.get(table)?.includes(column) === false;
}

function* repairColumns(
  schema: Schema,
  types: ColumnTypes,
  isApplied: (migration: Migration) => boolean,
): Generator<string> {
  const { text } = types;
  if (lacks(schema, "jobs", "lease")) {
    yield `alter table jobs add column lease ${text}`;
    yield `alter table jobs add column requested_at ${text}`;
  }
  if (lacks(schema, "organizations", "member_count")) {
    yield "alter table organizations add column member_count integer not null default 0";
    yield "update organizations set member_count = (select count(*) from members where organization_id = organizations.id)";
  }
  if (lacks(schema, "link_invites", "content_id") && isApplied(content))
    yield `alter table link_invites add column content_id ${text} references contents (id) on delete cascade`;
  for (const table of ["blobs", "blob_chunks"])
    if (has(schema, table, "organization_id")) yield `alter table ${table} drop column organization_id`;
  if (hasEarlierRevisions(schema) && !isApplied(nodeBytes)) yield* repairRoots();
  if (isApplied(linksAndSearch)) yield* repairSearchIndex(schema, types);
  // The earlier name of remove-abandoned-folders, which every start schedules.
  yield "delete from jobs where kind = 'remove-abandoned-imports'";
  if (has(schema, "nodes", "body") && isApplied(nodeBytes))
    yield "alter table nodes rename column body to packed";
}

/** The earlier primary key of revisions was the id alone, with this index beside it. */
function hasEarlierRevisions({ indexes }: Schema): boolean {
  return indexes.has("revisions_by_space");
}

/** With earlier revisions, the root of a content was the hash of a node that contained the present root. */
function* repairRoots(): Generator<string> {
  const node = "select body from nodes where repository_id = spaces.repository_id and hash =";
  yield `update revisions set root = coalesce(
    (select (${node} revisions.root) from spaces where spaces.id = revisions.space_id), root)`;
  yield `update spaces set root = coalesce((${node} spaces.root), root)`;
}

/** Tables whose keys or required columns differ, so that they are created again. */
interface OutdatedTables {
  readonly migration: Migration;
  /** Parents come before their children. Each has an expression for every column that it lacks. */
  readonly tables: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

function* outdatedTables(schema: Schema): Generator<OutdatedTables> {
  if (hasEarlierRevisions(schema)) yield { migration: content, tables: { revisions: {} } };
  if (lacks(schema, "comment_reactions", "place_id")) {
    const place_id = "(select place_id from comments where id = earlier_comment_reactions.comment_id)";
    yield { migration: comments, tables: { comments: {}, comment_reactions: { place_id } } };
  }
  if (lacks(schema, "site_share_links", "key_hash"))
    yield { migration: sites, tables: { site_share_links: { key_hash: "''" } } };
}

function* replaceTables({ migration, tables }: OutdatedTables, types: ColumnTypes): Generator<string> {
  const names = Object.keys(tables);
  for (const name of names) yield `create table earlier_${name} as select * from ${name}`;
  for (const name of names.toReversed()) yield `drop table ${name}`;
  yield* migration
    .statements(types)
    .filter((statement) => names.some((name) => statement.startsWith(`create table ${name} (`)));
}

function* copyRows({ tables }: OutdatedTables, { columns }: Schema): Generator<string> {
  for (const [name, added] of Object.entries(tables)) {
    const kept = columns.get(name) ?? [];
    yield `insert into ${name} (${[...kept, ...Object.keys(added)]})
      select ${[...kept, ...Object.values(added)]} from earlier_${name}`;
    yield `drop table earlier_${name}`;
  }
}

/** The search index is rebuilt in the background. */
function* repairSearchIndex(schema: Schema, types: ColumnTypes): Generator<string> {
  if (has(schema, "search_spaces", "unfinished") && schema.columns.has("search_counter")) {
    // Settings of the full-text table.
    yield* types.fullTextTable.filter((statement) => statement.startsWith("insert"));
    return;
  }
  for (const table of ["search_spaces", "search_counter", "search_pages", "search_sections", "search_index"])
    yield `drop table if exists ${table}`;
  yield "delete from jobs where kind = 'index-spaces'";
  // The first two statements concern other tables.
  yield* linksAndSearch.statements(types).slice(2);
}

/** Indexes that an earlier text defined differently, or that exist in an earlier text only. */
const changedIndexes = [
  "contents_by_parent",
  "change_requests_by_update",
  "change_requests_by_creation",
  "change_requests_by_creator",
  "change_request_contributors_by_user",
  "comments_by_place",
  "comments_by_status",
  "comments_by_page",
  "replies_by_comment",
  "placed_installations_by_integration",
  "placed_installations_by_space",
  "placed_installations_by_site",
];

function* repairIndexes(applied: readonly Migration[], types: ColumnTypes): Generator<string> {
  for (const name of changedIndexes) yield `drop index if exists ${name}`;
  const statements = applied.flatMap((migration) => migration.statements(types));
  // The last definition of each index.
  const definitions = new Map<string, string>();
  for (const statement of statements) {
    const [, name] = /^create (?:unique )?index (\w+) /.exec(statement) ?? [];
    if (name !== undefined) definitions.set(name, statement);
  }
  for (const definition of definitions.values()) yield definition.replace(" index ", " index if not exists ");
}

/** SQLite has no function for this. */
async function hashShareKeys(trx: Writer): Promise<void> {
  const links = await trx.selectFrom("site_share_links").select(["id", "key"]).execute();
  for (const { id, key } of links)
    await trx
      .updateTable("site_share_links")
      .set({ key_hash: hash("sha256", key, "base64url") })
      .where("id", "=", id)
      .execute();
}
