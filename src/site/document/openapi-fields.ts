import type { Field } from "../../openapi/description/index.ts";
import { type Html, html } from "../html/index.ts";
import type { PageContext } from "./context.ts";

/** A list of fields. Those with fields of their own can be opened. */
export function writeFields(rows: readonly Field[], context: PageContext): Html | false {
  if (rows.length === 0) return false;
  const depth = rows[0]?.depth ?? 0;
  const starts = rows.flatMap((row, i) => (row.depth <= depth ? [i] : []));
  const items = starts.map((start, i) => {
    const [row, ...nested] = rows.slice(start, starts[i + 1]);
    return row && html`<li>${writeField(row, nested, context)}</li>`;
  });
  const isUnion = rows.some((row) => row.kind === "variant" && row.depth === depth);
  return html`${isUnion && html`<p class="api-type">${context.words.oneOf}</p>`}<ul class="api-fields">${items}</ul>`;
}

function writeField(row: Field, nested: readonly Field[], context: PageContext): Html {
  const { words } = context;
  if (row.kind === "more") return html`<span class="api-type">${words.andMore}</span>`;
  const name = html`<code>${row.name}</code>`;
  const line = html`${name} <span class="api-type">${row.type}</span>${writeBadges(row, context)}`;
  const text = row.description && html`<div class="api-text">${context.blocks(row.description)}</div>`;
  const facts = writeFacts(row, context);
  // An alternative is opened by its name, the fields of a field by another line.
  if (row.kind === "variant" && nested.length > 0)
    return html`<details class="api-nested"><summary>${line}</summary>${text}${facts}${writeFields(nested, context)}</details>`;
  const fields =
    nested.length > 0 &&
    html`<details class="api-nested"><summary>${words.fieldsOf} ${name}</summary>${writeFields(nested, context)}</details>`;
  return html`<p class="api-field">${line}</p>${text}${facts}${fields}`;
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
