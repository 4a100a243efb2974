import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { destinationOf, plainText } from "../content/document/index.ts";
import { decodeCodePoints } from "../content/index.ts";
import { ReferenceResolver } from "../content/links/index.ts";
import type { PageBranch } from "../content/pages/index.ts";
import { readDocument, SpecError } from "../openapi/index.ts";
import { loadIconDrawings } from "../platform/index.ts";
import {
  BookError,
  type BookInput,
  type Chapter,
  collectReferences,
  type ExternalNames,
  fontsFor,
  readChapters,
} from "./book/index.ts";
import { compileFormulas, writeFormulas } from "./formulas.ts";
import { prepareImages } from "./images.ts";
import { mainFile, type PrintInput, TypstCompiler } from "./print/index.ts";
import { writeReducedFonts } from "./reduce-fonts.ts";
import { bookTargetOf, headingsIn } from "./targets.ts";
import { type BookContext, writeChapter, writeFonts, writeLabels, writeMainFile } from "./write/index.ts";

const template = fileURLToPath(new URL("./template", import.meta.url));

/** The maximum length of the Typst code in characters. Longer code does not fit into memory. */
const maxLength = 60_000_000;
/** The maximum size in bytes of OpenAPI documents that are shown. */
const maxSpecSize = 2_000_000;

export interface WrittenBook extends PrintInput {
  readonly names: ExternalNames;
}

/** Writes the Typst files of a book into a folder. */
export async function writeBook(order: BookInput, folder: string): Promise<WrittenBook> {
  const { changedAt } = order;
  await cp(template, folder, { recursive: true });
  for (const name of ["chapters", "images"]) await mkdir(join(folder, name), { recursive: true });
  const { chapters, tree, start } = await readChapters(order);
  const references = await collectReferences(
    { chapters, tree },
    new ReferenceResolver(order.content, order.space.id),
  );
  const names = { users: references.users, specs: references.specs };
  const context = await loadContext(order, chapters, references, folder);
  const title = start?.record.title || order.title;
  const written = chapters.map((chapter) => writeChapter(chapter, context, runningTitle(order)));
  const length = written.reduce((sum, chapter) => sum + chapter.length, 0);
  if (length > maxLength) throw new BookError("is too long for one PDF; request a part of it with page");
  const fonts = fontsFor([coverText(order), ...titlesIn(tree), ...written].join("\n"), textOf(chapters));
  const files = written.map((_, i) => `chapters/${i + 1}.typ`);
  const mainSource = writeMainFile(order, { title, tree, chapters: files, fonts }, context);
  const write = (file: string, text: string) => writeFile(join(folder, file), text);
  await write("fonts.typ", writeFonts(fonts));
  await write("labels.typ", writeLabels(context.labels));
  for (const [i, file] of files.entries()) await write(file, written[i] ?? "");
  await write(mainFile, mainSource);
  const reducedFonts = join(folder, "fonts");
  await writeReducedFonts(fonts.largeFolders, folder, reducedFonts);
  return { folder, fontFolders: [...fonts.folders, reducedFonts], changedAt, names };
}

function runningTitle({ title, draft }: BookInput): string {
  return draft === undefined ? title : `${title}, change request #${draft.number}`;
}

function coverText({ title, organization, emoji, draft }: BookInput): string {
  return [title, organization, draft?.subject, emoji && (decodeCodePoints(emoji) ?? emoji)].join(" ");
}

function titlesIn(tree: readonly PageBranch[]): string[] {
  return tree.flatMap(({ record, children }) => [record.title, ...titlesIn(children)]);
}

/** The text of the book, for language detection. */
function textOf(chapters: readonly Chapter[]): string {
  return chapters.map(({ record, blocks }) => `${record.title} ${plainText(blocks)}`).join("\n");
}

type References = Awaited<ReturnType<typeof collectReferences>>;

async function loadContext(
  order: BookInput,
  chapters: readonly Chapter[],
  references: References,
  folder: string,
): Promise<BookContext> {
  const { users, specs, resolve } = references;
  const outside = await order.loadExternals({ users, specs });
  const compiler = new TypstCompiler(folder);
  const images = await prepareImages(references.images, { order, compiler, folder });
  const formulas = compileFormulas(order.isFallback ? [] : references.formulas, compiler);
  await writeFile(join(folder, "formulas.typ"), writeFormulas(formulas.values()));
  const formulaIndexes = new Map(Array.from(formulas.keys(), (tex, i) => [tex, i]));
  const openapiDocuments = await readOpenapiFiles(references, order);
  const book = {
    order,
    chapters: new Set(chapters.map(({ id }) => id)),
    headings: headingsIn(chapters),
    users: outside.users,
  };
  return {
    labels: new Set(),
    targetOf: (ref, page) => bookTargetOf(resolve(ref, page), book),
    imageOf: (ref, page) => images.get(destinationOf(resolve(ref, page).ref)),
    formulaOf: (tex) => formulaIndexes.get(tex),
    iconOf: await loadIcons(),
    specOf: (ref, page) =>
      ref.kind === "openapi"
        ? outside.specs.get(ref.spec)?.document
        : openapiDocuments.get(destinationOf(resolve(ref, page).ref)),
  };
}

/** The OpenAPI documents that are files of the space, by URL. Files that are neither JSON nor YAML are omitted. */
async function readOpenapiFiles(
  { openapiFiles }: References,
  { bytesOf }: BookInput,
): Promise<Map<string, unknown>> {
  const documents = new Map<string, unknown>();
  for (const [url, { file }] of openapiFiles) {
    if (file === undefined || file.size > maxSpecSize) continue;
    try {
      documents.set(url, readDocument(await bytesOf(file), file.name).document);
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
    }
  }
  return documents;
}

/** Finds the SVG of an icon by its name or an alias. */
async function loadIcons(): Promise<(name: string) => string | undefined> {
  const drawingOf = await loadIconDrawings();
  return (name) => {
    const drawing = drawingOf(name);
    return (
      drawing &&
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${drawing.viewBox}" fill="currentColor">${drawing.paths}</svg>`
    );
  };
}
