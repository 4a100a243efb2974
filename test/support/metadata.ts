import assert from "node:assert/strict";
import { decodeHTML } from "entities";

/** The meta elements of a page by name or property. */
export function metaOf(html: string): Map<string, string> {
  return new Map(
    Array.from(
      html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g),
      ([, name = "", text]) => [name, decodeHTML(text ?? "")],
    ),
  );
}

// biome-ignore lint/suspicious/noExplicitAny: data of all shapes; each assertion is the check
type Thing = Readonly<Record<string, any>>;

/** The properties that search engines require, by type. */
const required: Readonly<Record<string, readonly string[]>> = {
  TechArticle: ["headline", "url", "image", "inLanguage", "datePublished", "dateModified", "isPartOf"],
  BreadcrumbList: ["itemListElement"],
  ListItem: ["position", "name", "item"],
  WebSite: ["name", "url"],
  SearchAction: ["target", "query-input"],
  EntryPoint: ["urlTemplate"],
};

/** The structured data of a page, with the required properties of every thing in it checked. */
export function readStructuredData(html: string): Thing[] {
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  assert.ok(scripts.length < 2);
  return scripts.flatMap(([, text = ""]) => {
    const { "@context": context, "@graph": things } = JSON.parse(text);
    assert.equal(context, "https://schema.org");
    for (const thing of things) check(thing);
    return things;
  });
}

function check(thing: Thing): void {
  const type = thing["@type"];
  for (const name of required[type] ?? assert.fail(`unknown type ${type}`))
    assert.ok(thing[name], `${type} has no ${name}`);
  for (const name of ["url", "item", "image"])
    if (thing[name] !== undefined) assert.ok(URL.canParse(thing[name]), `${type}.${name}`);
  for (const name of ["datePublished", "dateModified"])
    if (thing[name] !== undefined) assert.equal(new Date(thing[name]).toISOString(), thing[name]);
  if (type === "BreadcrumbList")
    assert.deepEqual(
      thing.itemListElement.map(({ position }: Thing) => position),
      thing.itemListElement.map((_: Thing, i: number) => i + 1),
    );
  for (const value of Object.values(thing).flat())
    if (typeof value === "object" && value !== null) check(value as Thing);
}
