export interface XmlTag {
  readonly qualifiedName: string;
  readonly name: string;
  /** The source text of the values, not decoded, by qualified name. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly start: number;
  readonly end: number;
  readonly isOpening: boolean;
  readonly isClosing: boolean;
}

const openingTag = /<([^\s<>/!?"'=]+)((?:\s+[^\s<>/"'=]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const closingTag = /<\/([^\s<>/!?"'=]+)\s*>/y;
const attributePattern = /([^\s<>/"'=]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;

/**
 * Scans the tags of an XML document. It throws on text that is not well-formed, even if many parsers accept it, so that no
 * two parsers can read a response differently.
 */
export function* scanTags(xml: string): Generator<XmlTag> {
  const openNames: string[] = [];
  for (let position = xml.indexOf("<"); position >= 0; position = xml.indexOf("<", position)) {
    const end = endOfNonTag(xml, position);
    if (end !== undefined) {
      position = end;
      continue;
    }
    const tag = readTag(xml, position);
    if (tag === undefined) throw malformed();
    if (tag.isOpening) openNames.push(tag.qualifiedName);
    if (tag.isClosing && openNames.pop() !== tag.qualifiedName) throw malformed();
    yield tag;
    position = tag.end;
  }
  if (openNames.length > 0) throw malformed();
}

function malformed(): Error {
  return new Error("the response is not well-formed XML");
}

/** The end of a comment, processing instruction or CDATA section at this position. A DOCTYPE is refused. */
function endOfNonTag(xml: string, position: number): number | undefined {
  const [start = "", end = ""] = nonTags.find(([prefix]) => xml.startsWith(prefix, position)) ?? [];
  if (end === "") return undefined;
  const index = xml.indexOf(end, position + start.length);
  if (index < 0) throw malformed();
  return index + end.length;
}

const nonTags = [
  ["<!--", "-->"],
  ["<?", "?>"],
  ["<![CDATA[", "]]>"],
] as const;

function readTag(xml: string, start: number): XmlTag | undefined {
  closingTag.lastIndex = start;
  openingTag.lastIndex = start;
  const [closed, closedName = ""] = closingTag.exec(xml) ?? [];
  const [text = closed, qualifiedName = closedName, attributes = "", slash] = openingTag.exec(xml) ?? [];
  if (text === undefined) return undefined;
  return {
    qualifiedName,
    name: qualifiedName.slice(qualifiedName.indexOf(":") + 1),
    attributes: new Map(
      [...attributes.matchAll(attributePattern)].map(([, key = "", quoted, single]) => [
        key,
        quoted ?? single ?? "",
      ]),
    ),
    start,
    end: start + text.length,
    isOpening: closed === undefined,
    isClosing: closed !== undefined || slash === "/",
  };
}
