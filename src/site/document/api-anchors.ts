import { Anchors } from "../../content/document/index.ts";

/** Assigns the anchors of the operations and schemas in a page, in their order. They differ from those of its headings. */
export class ApiAnchors {
  readonly #anchors = new Anchors();

  constructor(ofHeadings: Iterable<string>) {
    for (const anchor of ofHeadings) this.#anchors.next("", anchor);
  }

  operation(method: string, path: string): string {
    return this.#anchors.unique(slugOf(`${method} ${path}`));
  }

  /** A list of schemas. No other anchor begins like it. */
  schemas(title: string): string {
    return this.#anchors.unique(slugOf(`schemas ${title}`));
  }

  schema(name: string): string {
    return this.#anchors.unique(`schema-${slugOf(name)}`);
  }
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
