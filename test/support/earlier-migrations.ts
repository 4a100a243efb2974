import assert from "node:assert/strict";
import { sql } from "kysely";
import type { Database } from "../../src/storage/database/database.ts";
import type { ColumnTypes } from "../../src/storage/database/dialects/index.ts";
import type { Migration } from "../../src/storage/database/migrations/index.ts";

/** Replaces a part of a later text by that of the earlier one. */
type Edit = readonly [later: string, earlier: string];

const organization = "organization_id TEXT not null, ";

/** The released texts of edited migrations, the latest first, each by its differences from the text that replaced it. */
const edits: Readonly<Record<string, readonly (readonly Edit[])[]>> = {
  "001-foundation": [[["lease TEXT, requested_at TEXT, ", ""]], [["member_count integer not null, ", ""]]],
  "002-content": [
    [
      ["(parent_id, organization_id, position, id)", "(organization_id, parent_id, position, id)"],
      [
        "create index contents_by_parent_and_kind on contents (parent_id, organization_id, kind, position, id);\n",
        "",
      ],
      ["create index contents_by_kind on contents (organization_id, kind, id);\n", ""],
      ["body TEXT", `${organization}body TEXT`],
      ["size integer", `${organization}size integer`],
      ["bytes BYTES", `${organization}bytes BYTES`],
    ],
    [
      [
        "alter table link_invites add column content_id TEXT references contents (id) on delete cascade;\n",
        "",
      ],
      [
        "create index link_invites_by_content on link_invites (content_id) where content_id is not null;\n",
        "",
      ],
    ],
    [
      ["create table revisions ( id TEXT not null", "create table revisions ( id TEXT primary key"],
      [
        ", primary key (space_id, id) ) CLUSTERED",
        " ) CLUSTERED;\ncreate index revisions_by_space on revisions (space_id, id)",
      ],
    ],
  ],
  "003-change-requests": [
    [
      [
        "change_request_contributors (organization_id, user_id, change_request_id)",
        "change_request_contributors (user_id, change_request_id)",
      ],
    ],
    [
      ["(space_id, organization_id, status, updated_at, id)", "(space_id, status, updated_at, id)"],
      ["(space_id, organization_id, status, created_at, id)", "(space_id, status, created_at, id)"],
      ["(organization_id, created_by, status, updated_at, id)", "(created_by, organization_id)"],
    ],
  ],
  "004-comments": [
    [["status, posted_by, comment_id)", "status, posted_by)"]],
    [
      ["create table comments ( id TEXT not null", "create table comments ( id TEXT primary key"],
      [
        "comment_id TEXT, review_id",
        "comment_id TEXT references comments (id) on delete cascade deferrable initially deferred, review_id",
      ],
      [
        ", primary key (place_id, id), foreign key (place_id, comment_id) references comments (place_id, id) on delete cascade deferrable initially deferred",
        "",
      ],
      [
        "replies_by_comment on comments (place_id, comment_id, id)",
        "replies_by_comment on comments (comment_id, id)",
      ],
      [
        "place_id TEXT not null, comment_id TEXT not null,",
        "comment_id TEXT not null references comments (id) on delete cascade,",
      ],
      [
        "primary key (place_id, comment_id, user_id, emoji), foreign key (place_id, comment_id) references comments (place_id, id) on delete cascade",
        "primary key (comment_id, emoji, user_id)",
      ],
    ],
    [
      [
        "comments_by_place on comments (place_id, id, posted_by)",
        "comments_by_place on comments (place_id, organization_id, id)",
      ],
      [
        "create index open_comments_by_place on comments (place_id, id, posted_by) where comment_id is null and status = 'open';\n",
        "",
      ],
      [
        "resolved_comments_by_place on comments (place_id, id, posted_by) where comment_id is null and status = 'resolved'",
        "comments_by_status on comments (place_id, organization_id, status, id) where comment_id is null",
      ],
      [
        "replies_by_comment on comments (comment_id, id)",
        "replies_by_comment on comments (comment_id, organization_id, id)",
      ],
    ],
  ],
  "005-sites": [
    [
      ["key_hash TEXT not null, ", ""],
      ["create index site_share_links_in_order on site_share_links (site_id, id);\n", ""],
      ["create index site_share_links_by_key on site_share_links (key_hash);\n", ""],
      ["create index site_redirects_in_order on site_redirects (site_id, id);\n", ""],
    ],
  ],
  "006-links-and-search": [
    [["insert into search_index (search_index, rank) values ('automerge', 8);\n", ""]],
    [
      ["create table search_counter (last NUMBER not null);\n", ""],
      ["insert into search_counter (last) values (0);\n", ""],
    ],
    [["unfinished TEXT not null, ", ""]],
    [["run TEXT, ", ""]],
  ],
  "008-integrations": [
    [
      [
        "create unique index placed_installations_by_space on placed_installations (installation_id, space_id);\n",
        "create index placed_installations_by_integration on placed_installations (integration, organization_id);\ncreate unique index placed_installations_by_space on placed_installations (installation_id, space_id) where space_id is not null;\n",
      ],
      [
        "placed_installations_by_site on placed_installations (installation_id, site_id)",
        "placed_installations_by_site on placed_installations (installation_id, site_id) where site_id is not null",
      ],
    ],
  ],
  "011-pdfs": [
    [[";\nupdate jobs set kind = 'remove-abandoned-folders' where kind = 'remove-abandoned-imports'", ""]],
  ],
  "013-node-bytes": [[["packed BYTES", "body BYTES"]]],
};

/** The names of the migrations with earlier texts. */
export const editedMigrations = Object.keys(edits);

export const maxAge = Math.max(...Object.values(edits).map(({ length }) => length));

/** The migration as it was this number of texts ago, or at first if there were fewer. */
export function earlierText(migration: Migration, age: number): Migration {
  const applied = edits[migration.name]?.slice(0, age).flat() ?? [];
  return { name: migration.name, statements: (types) => revert(migration.statements(types), applied, types) };
}

function revert(statements: readonly string[], applied: readonly Edit[], types: ColumnTypes): string[] {
  let text = statements.map((statement) => statement.replaceAll(/\s+/g, " ").trim()).join(";\n");
  for (const edit of applied) {
    const [later, earlier] = edit.map((part) =>
      part
        .replaceAll("TEXT", types.text)
        .replaceAll("BYTES", types.bytes)
        .replaceAll("NUMBER", types.number)
        .replaceAll(" CLUSTERED", types.clustered && ` ${types.clustered}`),
    ) as [string, string];
    // Only SQLite has settings of the full-text table.
    assert.ok(text.includes(later) || later.includes("automerge"), later);
    text = text.replace(later, () => earlier);
  }
  return text.split(";\n");
}

/** Applies migrations as a version without checksums did. */
export async function applyWithoutChecksums(database: Database, texts: readonly Migration[]): Promise<void> {
  await database.exclusive(async (trx) => {
    await sql`create table migrations (name text primary key)`.execute(trx);
    for (const { name, statements } of texts) {
      for (const statement of statements(database.types)) await sql.raw(statement).execute(trx);
      await sql`insert into migrations (name) values (${name})`.execute(trx);
    }
  });
}
