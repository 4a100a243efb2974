import { addressOf } from "../content/document/references.ts";
import { getValues } from "../content/map/read-map.ts";
import type { FileRecord } from "../content/records.ts";
import { type Book, BookError, type BookOrder } from "./book.ts";
import { type Chapters, readChapters } from "./chapters.ts";
import { collectNames, type Named } from "./collect.ts";
import { fontsFor } from "./fonts.ts";
import { setFormulas } from "./formulas.ts";
import { loadIcons } from "./icons.ts";
import { preparePictures } from "./pictures.ts";
import { Press } from "./press.ts";
import { readSpecs } from "./specs.ts";
import { targetOf } from "./targets.ts";
import { writeChapter } from "./write/chapter.ts";
import { writeFonts, writeFront } from "./write/front.ts";
import type { Surroundings } from "./write/writing.ts";

/** In characters of what is set: more does not fit into the memory that making a book has. */
const longest = 60_000_000;

/** Makes a PDF of a content, or of a part of it. */
export async function bindBook(order: BookOrder): Promise<Book> {
  const read = await readChapters(order);
  const names = collectNames(read.chapters);
  const { surroundings, pictures } = await surround(order, read, names);
  const title = (order.part && read.pages.get(order.part.page)?.title) || order.title;
  const chapters = read.chapters.map((chapter) => writeChapter(chapter, surroundings, order.title));
  const length = chapters.reduce((sum, chapter) => sum + chapter.length, 0);
  if (length > longest) throw new BookError("is too long for one PDF; ask for a part of it with page");
  const fonts = fontsFor([title, order.organization, ...chapters].join("\n"));
  const press = new Press(fonts.folders);
  press.add("/fonts.typ", writeFonts(fonts));
  for (const { path, bytes } of pictures) press.add(path, bytes);
  const files = chapters.map((chapter, i) => {
    const file = `/chapters/${i + 1}.typ`;
    press.add(file, chapter);
    return file;
  });
  const front = writeFront(order, { title, tree: read.tree, chapters: files, fonts }, surroundings);
  return {
    pdf: press.print(front, new Date(order.changedAt)),
    names: { users: names.users, specs: names.specs },
  };
}

/** All that the chapters refer to, read once for the whole book. */
async function surround(order: BookOrder, { chapters, pages }: Chapters, names: Named) {
  const { nodes, roots } = order.content;
  const files = await getValues<FileRecord>(nodes, roots.files, names.files);
  const outside = await order.outside({ users: names.users, specs: names.specs });
  const proof = new Press();
  const pictures = await preparePictures(names.pictures, { files, order, press: proof });
  const formulas = setFormulas(names.formulas, proof);
  const specs = await readSpecs(outside, names.swagger, files, order);
  const known = {
    order,
    chapters: new Map(chapters.map((chapter) => [chapter.id, chapter])),
    pages,
    files,
    users: outside.users,
  };
  const surroundings: Surroundings = {
    targetOf: (ref, page) => targetOf(ref, page, known),
    pictureOf: (ref) => pictures.get(addressOf(ref)),
    formulaOf: (tex) => formulas.get(tex),
    iconOf: await loadIcons(),
    specOf: (ref) => specs.get(addressOf(ref)),
  };
  return { surroundings, pictures: pictures.values() };
}
