/** A tag of a document, as it is written. */
export interface Tag {
  readonly written: string;
  /** The same without its prefix. */
  readonly name: string;
  /** By their names as they are written. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Where it begins and ends. */
  readonly start: number;
  readonly end: number;
  readonly isOpening: boolean;
  readonly isClosing: boolean;
}

const opening = /<([^\s<>/!?"'=]+)((?:\s+[^\s<>/"'=]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const closing = /<\/([^\s<>/!?"'=]+)\s*>/y;
const attribute = /([^\s<>/"'=]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;

/**
 * The tags of an XML document, in one pass. What is not written as XML wants it ends that with an error, although many a
 * parser would take it: so that nothing is read in two ways.
 */
export function* tagsIn(xml: string): Generator<Tag> {
  const open: string[] = [];
  for (let at = xml.indexOf("<"); at >= 0; at = xml.indexOf("<", at)) {
    const over = endOfRemark(xml, at);
    if (over !== undefined) {
      at = over;
      continue;
    }
    const tag = readTag(xml, at);
    if (tag === undefined) throw malformed();
    if (tag.isOpening) open.push(tag.written);
    if (tag.isClosing && open.pop() !== tag.written) throw malformed();
    yield tag;
    at = tag.end;
  }
  if (open.length > 0) throw malformed();
}

function malformed(): Error {
  return new Error("it is not well-formed XML");
}

/** Where a comment, an instruction or a mere text ends that begins here. What defines a document's type has no place here at all. */
function endOfRemark(xml: string, at: number): number | undefined {
  const [start = "", end = ""] = remarks.find(([each]) => xml.startsWith(each, at)) ?? [];
  if (end === "") return undefined;
  const found = xml.indexOf(end, at + start.length);
  if (found < 0) throw malformed();
  return found + end.length;
}

const remarks = [
  ["<!--", "-->"],
  ["<?", "?>"],
  ["<![CDATA[", "]]>"],
] as const;

function readTag(xml: string, at: number): Tag | undefined {
  closing.lastIndex = at;
  const [closed, closedName] = closing.exec(xml) ?? [];
  if (closed !== undefined && closedName !== undefined)
    return tagOf(closedName, new Map(), at, at + closed.length, { isOpening: false, isClosing: true });
  opening.lastIndex = at;
  const [opened, name = "", written = "", slash] = opening.exec(xml) ?? [];
  if (opened === undefined) return undefined;
  const attributes = new Map(
    [...written.matchAll(attribute)].map(([, key = "", quoted, single]) => [key, quoted ?? single ?? ""]),
  );
  return tagOf(name, attributes, at, at + opened.length, { isOpening: true, isClosing: slash === "/" });
}

function tagOf(
  written: string,
  attributes: Tag["attributes"],
  start: number,
  end: number,
  kind: Pick<Tag, "isOpening" | "isClosing">,
): Tag {
  return { written, name: written.slice(written.indexOf(":") + 1), attributes, start, end, ...kind };
}
