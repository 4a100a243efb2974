import assert from "node:assert/strict";

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** The text in it, without that of its children. */
  readonly text: string;
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

function decode(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML does not allow these characters
  assert.doesNotMatch(text, /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff<]/);
  assert.ok(text.isWellFormed());
  return text.replace(/&([^;]*);?/g, (entity, name) => entities[name] ?? assert.fail(`unknown ${entity}`));
}

/** Parses a document of elements, attributes and text. Fails if it is not well-formed. */
export function parseXml(source: string): XmlElement {
  const body = source.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/, "");
  assert.notEqual(body, source, "the declaration is missing");
  const root = { name: "", attributes: {}, children: [] as XmlElement[], text: "" };
  const open = [root];
  for (const [token] of body.matchAll(/<[^>]*>|[^<]+/g)) {
    const parent = open.at(-1) ?? root;
    const [, name = ""] = /^<\/?([\w:-]+)/.exec(token) ?? [];
    if (!token.startsWith("<")) parent.text += decode(token);
    else if (token.startsWith("</")) assert.equal(open.pop()?.name, name);
    else {
      assert.match(token, /^<[\w:-]+(?:\s+[\w:-]+="[^"<]*")*\s*\/?>$/);
      const attributes = Object.fromEntries(
        Array.from(token.matchAll(/([\w:-]+)="([^"]*)"/g), ([, key, value = ""]) => [key, decode(value)]),
      );
      const element = { name, attributes, children: [], text: "" };
      parent.children.push(element);
      if (!token.endsWith("/>")) open.push(element);
    }
  }
  assert.equal(open.length, 1, "an element is not closed");
  const [element, ...others] = root.children;
  assert.ok(element !== undefined && others.length === 0 && root.text.trim() === "", "not one element");
  return element;
}

/** The texts of the children with a name. */
export function textsOf({ children }: XmlElement, name: string): string[] {
  return children.filter((child) => child.name === name).map(({ text }) => text);
}
