/** HTML text. Only `html` and `trustedHtml` create it, so that text of authors is always escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[];

/** A template whose values are escaped, both in text and in quoted attributes. Arrays are joined. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = strings[0] ?? "";
  for (let i = 0; i < values.length; i++) text += textOf(values[i]) + strings[i + 1];
  return new Html(text);
}

function textOf(value: HtmlValue): string {
  if (value instanceof Html) return value.text;
  if (typeof value === "string") return escapeHtml(value);
  if (typeof value === "number") return String(value);
  if (!Array.isArray(value)) return "";
  let text = "";
  for (const item of value as readonly HtmlValue[]) text += textOf(item);
  return text;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const special = /[&<>"']/;
const allSpecial = /[&<>"']/g;

/** Escapes text for HTML that is not written by a template. */
export function escapeHtml(text: string): string {
  return special.test(text) ? text.replace(allSpecial, (character) => entities[character] ?? "") : text;
}

/** HTML that a library wrote: the highlighter, the formula converter or an icon set. Their output is escaped already. */
export function trustedHtml(text: string): Html {
  return new Html(text);
}

/** Attributes in the form ` name="value"`. `true` writes only the name; undefined and false omit the attribute. */
export function attributes(values: Readonly<Record<string, string | number | boolean | undefined>>): Html {
  let text = "";
  for (const name in values) {
    const value = values[name];
    if (value === undefined || value === false) continue;
    text += value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`;
  }
  return new Html(text);
}
