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

const opening = /<([^\s<>/!?"'=]+)((?:\s+[^\s<>/"'=]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const closing = /<\/([^\s<>/!?"'=]+)\s*>/y;
const attribute = /([^\s<>/"'=]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;

/**
 * Scans the tags of an XML document. It throws on text that is not well-formed, even if many parsers accept it, so that no
 * two parsers can read a response differently.
 */
export function* scanTags(xml: string): Generator<XmlTag> {
  const open: string[] = [];
  for (let at = xml.indexOf("<"); at >= 0; at = xml.indexOf("<", at)) {
    const end = endOfNonTag(xml, at);
    if (end !== undefined) {
      at = end;
      continue;
    }
    const tag = readTag(xml, at);
    if (tag === undefined) throw malformed();
    if (tag.isOpening) open.push(tag.qualifiedName);
    if (tag.isClosing && open.pop() !== tag.qualifiedName) throw malformed();
    yield tag;
    at = tag.end;
  }
  if (open.length > 0) throw malformed();
}

function malformed(): Error {
  return new Error("it is not well-formed XML");
}

/** The end of a comment, processing instruction or CDATA section that starts here. A DOCTYPE is not well-formed here. */
function endOfNonTag(xml: string, at: number): number | undefined {
  const [start = "", end = ""] = nonTags.find(([each]) => xml.startsWith(each, at)) ?? [];
  if (end === "") return undefined;
  const found = xml.indexOf(end, at + start.length);
  if (found < 0) throw malformed();
  return found + end.length;
}

const nonTags = [
  ["<!--", "-->"],
  ["<?", "?>"],
  ["<![CDATA[", "]]>"],
] as const;

function readTag(xml: string, start: number): XmlTag | undefined {
  closing.lastIndex = start;
  opening.lastIndex = start;
  const [closed, closedName = ""] = closing.exec(xml) ?? [];
  const [text = closed, qualifiedName = closedName, attributes = "", slash] = opening.exec(xml) ?? [];
  if (text === undefined) return undefined;
  return {
    qualifiedName,
    name: qualifiedName.slice(qualifiedName.indexOf(":") + 1),
    attributes: new Map(
      [...attributes.matchAll(attribute)].map(([, key = "", quoted, single]) => [
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
