import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { addressOf, plainText } from "../content/document/index.ts";
import { decodeCodePoints, type FileRecord } from "../content/index.ts";
import { getValues } from "../content/map/index.ts";
import type { PageBranch } from "../content/pages/index.ts";
import {
  BookError,
  type BookOrder,
  type Chapter,
  type Chapters,
  collectNames,
  fontsFor,
  type Named,
  type OutsideNames,
  readChapters,
} from "./book/index.ts";
import { setFormulas, writeFormulas } from "./formulas.ts";
import { loadIcons } from "./icons.ts";
import { preparePictures } from "./pictures.ts";
import { type Manuscript, mainFile, TypstCompiler } from "./print-book.ts";
import { readSpecs } from "./specs.ts";
import { headingsIn, targetOf } from "./targets.ts";
import { type Surroundings, writeChapter, writeFonts, writeFront, writePlaces } from "./write/index.ts";

/** The Typst template. */
const template = fileURLToPath(new URL("./template", import.meta.url));

/** In characters of Typst code: more does not fit into memory. */
const longest = 60_000_000;

export interface WrittenBook extends Manuscript {
  readonly names: OutsideNames;
}

/** Writes the Typst files of a book into a folder. */
export async function writeBook(order: BookOrder, folder: string): Promise<WrittenBook> {
  await cp(template, folder, { recursive: true });
  for (const inner of ["chapters", "pictures"]) await mkdir(join(folder, inner), { recursive: true });
  const read = await readChapters(order);
  const names = collectNames(read.chapters);
  const surroundings = await surround(order, read, names, folder);
  const title = (order.part && read.pages.get(order.part.page)?.title) || order.title;
  const chapters = read.chapters.map((chapter) => writeChapter(chapter, surroundings, nameOf(order)));
  const length = chapters.reduce((sum, chapter) => sum + chapter.length, 0);
  if (length > longest) throw new BookError("is too long for one PDF; ask for a part of it with page");
  const fonts = fontsFor(
    [coverText(order), ...titlesIn(read.tree), ...chapters].join("\n"),
    textOf(read.chapters),
  );
  const files = chapters.map((_, i) => `chapters/${i + 1}.typ`);
  const front = writeFront(order, { title, tree: read.tree, chapters: files, fonts }, surroundings);
  const write = (file: string, text: string) => writeFile(join(folder, file), text);
  await write("fonts.typ", writeFonts(fonts));
  await write("places.typ", writePlaces(surroundings.places));
  for (const [i, file] of files.entries()) await write(file, chapters[i] ?? "");
  await write(mainFile, front);
  return {
    folder,
    fontFolders: fonts.folders,
    changedAt: order.changedAt,
    names: { users: names.users, specs: names.specs },
  };
}

/** The running title. */
function nameOf({ title, draft }: BookOrder): string {
  return draft === undefined ? title : `${title}, change request #${draft.number}`;
}

/** The other texts of the cover. */
function coverText({ title, organization, emoji, draft }: BookOrder): string {
  return [title, organization, draft?.subject, emoji && (decodeCodePoints(emoji) ?? emoji)].join(" ");
}

/** All titles of the table of contents. */
function titlesIn(tree: readonly PageBranch[]): string[] {
  return tree.flatMap(({ record, children }) => [record.title, ...titlesIn(children)]);
}

/** The text of the book, for language detection. */
function textOf(chapters: readonly Chapter[]): string {
  return chapters.map(({ record, blocks }) => `${record.title} ${plainText(blocks)}`).join("\n");
}

/** Loads everything that the chapters refer to. */
async function surround(
  order: BookOrder,
  { chapters, pages }: Chapters,
  names: Named,
  folder: string,
): Promise<Surroundings> {
  const { nodes, roots } = order.content;
  const files = await getValues<FileRecord>(nodes, roots.files, names.files);
  const outside = await order.outside({ users: names.users, specs: names.specs });
  const press = new TypstCompiler(folder);
  const pictures = await preparePictures(names.pictures, { files, order, press, folder });
  const formulas = setFormulas(order.isCautious ? [] : names.formulas, press);
  await writeFile(join(folder, "formulas.typ"), writeFormulas(formulas.values()));
  const places = new Map(Array.from(formulas.keys(), (tex, i) => [tex, i]));
  const specs = await readSpecs(outside, names.swagger, files, order);
  const known = {
    order,
    chapters: new Set(chapters.map(({ id }) => id)),
    pages,
    headings: headingsIn(chapters),
    files,
    users: outside.users,
  };
  return {
    places: new Set(),
    targetOf: (ref, page) => targetOf(ref, page, known),
    pictureOf: (ref) => pictures.get(addressOf(ref)),
    formulaOf: (tex) => places.get(tex),
    iconOf: await loadIcons(),
    specOf: (ref) => specs.get(addressOf(ref)),
  };
}
