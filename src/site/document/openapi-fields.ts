import type { Field } from "../../openapi/description/index.ts";
import { attributes, type Html, html } from "../html/index.ts";
import type { PageContext } from "./context.ts";

/**
 * A list of fields. Those with fields of their own can be opened.
 * @param lists - The ids of the lists that contain this one, by depth.
 */
export function writeFields(
  rows: readonly Field[],
  context: PageContext,
  lists: readonly (string | undefined)[] = [],
): Html | false {
  if (rows.length === 0) return false;
  const depth = rows[0]?.depth ?? 0;
  const id = rows.some(({ recursion }) => recursion === depth) ? context.newId("fields") : undefined;
  const path = [...lists.slice(0, depth), id];
  const starts = rows.flatMap((row, i) => (row.depth <= depth ? [i] : []));
  const items = starts.map((start, i) => {
    const [row, ...nested] = rows.slice(start, starts[i + 1]);
    return row && html`<li>${writeField(row, nested, context, path)}</li>`;
  });
  const isUnion = rows.some((row) => row.kind === "variant" && row.depth === depth);
  return html`${isUnion && html`<p class="api-type">${context.words.oneOf}</p>`}<ul class="api-fields"${attributes({ id })}>${items}</ul>`;
}

function writeField(
  row: Field,
  nested: readonly Field[],
  context: PageContext,
  lists: readonly (string | undefined)[],
): Html {
  const { words } = context;
  if (row.kind === "more") return html`<span class="api-type">${words.andMore}</span>`;
  const name = html`<code>${row.name}</code>`;
  const line = html`${name} <span class="api-type">${writeType(row.type, row.schemaName, context)}</span>${writeBadges(row, context)}`;
  const text = row.description && html`<div class="api-text">${context.blocks(row.description)}</div>`;
  const facts = writeFacts(row, context);
  // An alternative is opened by its name, the fields of a field by another line.
  if (row.kind === "variant" && nested.length > 0)
    return html`<details class="api-nested"><summary>${line}</summary>${text}${facts}${writeFields(nested, context, lists)}</details>`;
  const label = html`${words.fieldsOf} ${name}`;
  const fields =
    nested.length > 0
      ? html`<details class="api-nested"><summary>${label}</summary>${writeFields(nested, context, lists)}</details>`
      : writeRecursion(row, label, lists);
  return html`<p class="api-field">${line}</p>${text}${facts}${fields}`;
}

/** The text of a type, in which the name of a schema is a link to where the site shows it. */
export function writeType(type: string, schemaName: string | undefined, { schemaUrl }: PageContext): Html {
  const url = schemaName === undefined ? undefined : schemaUrl(schemaName);
  const start = type.indexOf(schemaName ?? "");
  if (url === undefined || schemaName === undefined || start === -1) return html`${type}`;
  return html`${type.slice(0, start)}<a href="${url}">${schemaName}</a>${type.slice(start + schemaName.length)}`;
}

/** A link to the fields, which contain this one. A script unfolds them here instead. */
function writeRecursion(
  { recursion }: Field,
  label: Html,
  lists: readonly (string | undefined)[],
): Html | undefined {
  const id = recursion === undefined ? undefined : lists[recursion];
  return id === undefined ? undefined : html`<a class="api-recursion" href="#${id}">${label}</a>`;
}

function writeBadges({ isRequired, isDeprecated, access }: Field, { words }: PageContext): Html {
  return html`${isRequired && html` <span class="badge badge-danger">${words.required}</span>`}${isDeprecated && html` <span class="badge badge-warning">${words.deprecated}</span>`}${access !== undefined && html` <span class="badge">${access === "read-only" ? words.readOnly : words.writeOnly}</span>`}`;
}

function writeFacts(row: Field, { words }: PageContext): Html[] {
  const facts = [
    [words.defaultValue, row.default === undefined ? [] : [row.default]],
    [words.oneOf, row.enum ?? []],
    [words.example, row.example === undefined ? [] : [row.example]],
  ] as const;
  return facts.flatMap(([label, values]) =>
    values.length === 0
      ? []
      : [html`<p class="api-fact">${label}: ${values.map((value) => html`<code>${value}</code> `)}</p>`],
  );
}
