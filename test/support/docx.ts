import { type ZipEntry, zipOf } from "./zip.ts";

const word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const types = `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
const styles = [
  ["paragraph", "Title", "Title"],
  ["paragraph", "Subtitle", "Subtitle"],
  ["paragraph", "Heading1", "heading 1"],
  ["paragraph", "Heading2", "heading 2"],
  ["paragraph", "Quote", "Quote"],
  ["paragraph", "Code", "Code"],
  ["paragraph", "HTMLPreformatted", "HTML Preformatted"],
  ["paragraph", "TOC1", "toc 1"],
  ["character", "CodeChar", "Code"],
  ["character", "Hyperlink", "Hyperlink"],
];
const numbering = `<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`;

const relation = (id: string, type: string, target: string, isExternal = false): string =>
  `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"${isExternal ? ' TargetMode="External"' : ""}/>`;
const relationships = (list: readonly string[]): string =>
  `${xml}<Relationships xmlns="${packages}/relationships">${list.join("")}</Relationships>`;
const part = (name: string, content: string): string =>
  `${xml}<w:${name} xmlns:w="${word}" xmlns:r="${relations}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">${content}</w:${name}>`;

export interface DocxOptions {
  readonly footnotes?: readonly string[];
  /** The images by their file names in `word/media`. */
  readonly images?: Readonly<Record<string, Buffer>>;
  /** Additional relationships in XML. */
  readonly relations?: readonly string[];
  readonly more?: readonly ZipEntry[];
}

export function docxParts(
  body: string,
  { footnotes = [], images = {}, relations: extraRelations = [], more = [] }: DocxOptions = {},
): ZipEntry[] {
  const notes = footnotes.map((text, i) => `<w:footnote w:id="${i + 1}">${text}</w:footnote>`).join("");
  const names = Object.keys(images);
  const list = [
    relation("rStyles", "styles", "styles.xml"),
    relation("rNumbers", "numbering", "numbering.xml"),
    relation("rNotes", "footnotes", "footnotes.xml"),
    relation("rLink", "hyperlink", "https://a.example/?b=1&amp;c=2", true),
    ...names.map((name, i) => relation(`rImage${i + 1}`, "image", `media/${name}`)),
    ...extraRelations,
  ];
  const style = ([type, id, name]: readonly string[]): string =>
    `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`;
  return [
    { name: "[Content_Types].xml", bytes: types },
    { name: "_rels/.rels", bytes: relationships([relation("r1", "officeDocument", "word/document.xml")]) },
    { name: "word/document.xml", bytes: part("document", `<w:body>${body}<w:sectPr/></w:body>`) },
    { name: "word/_rels/document.xml.rels", bytes: relationships(list) },
    { name: "word/styles.xml", bytes: part("styles", styles.map(style).join("")) },
    { name: "word/numbering.xml", bytes: part("numbering", numbering) },
    { name: "word/footnotes.xml", bytes: part("footnotes", notes) },
    ...names.map((name) => ({ name: `word/media/${name}`, bytes: images[name] ?? "" })),
    ...more,
  ];
}

export function docx(body: string, options?: DocxOptions): Buffer {
  return zipOf(docxParts(body, options));
}

export function run(text: string, properties = ""): string {
  return `<w:r w:rsidR="00A1"><w:rPr><w:rFonts w:ascii="Arial"/>${properties}<w:lang w:val="en-US"/></w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
}

/** A paragraph in a style, of plain text or of runs. */
export function paragraph(content: string, style?: string, properties = ""): string {
  const named = style === undefined ? "" : `<w:pStyle w:val="${style}"/>`;
  return `<w:p w:rsidR="00A2" w:rsidRDefault="00A3"><w:pPr>${named}${properties}<w:spacing w:after="0"/></w:pPr>${content.startsWith("<") ? content : run(content)}</w:p>`;
}

export function listItem(text: string, level: number): string {
  return paragraph(text, undefined, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr>`);
}

/** An image, by the id of its relationship. */
export function picture(relationship: string, description: string): string {
  return `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="x" descr="${description}"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip ${relationship}/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
}
