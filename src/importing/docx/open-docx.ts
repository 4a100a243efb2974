import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { readZipEntries } from "../folders/index.ts";
import { describeArchive, describeNonZip, ImportError, importLimits } from "../source/index.ts";
import { equationsToTex } from "./equations.ts";
import { checkXml, rulesToParagraphs, stripUnreadXml } from "./prepare-xml.ts";
import { tooLongError } from "./run-converter.ts";

/** What a Word document is made of. */
export interface DocxParts {
  /** What is read as XML, by path, without what has no meaning here. */
  readonly xml: ReadonlyMap<string, Buffer>;
  /** Where the images are on the disk, by their paths in the document. */
  readonly images: ReadonlyMap<string, string>;
}

const megabyte = 1024 * 1024;

export interface DocxLimits {
  readonly entries: number;
  /** All that is in it, inflated, in bytes. */
  readonly inflated: number;
  /** What is read as XML, in bytes: it is held in memory. */
  readonly xml: number;
  /** How many elements there may be in that: each takes about a kilobyte when it is converted. */
  readonly elements: number;
}

export const docxLimits: DocxLimits = {
  entries: 10_000,
  inflated: 300 * megabyte,
  xml: 32 * megabyte,
  elements: 240_000,
};

/** Takes a Word document apart: its images are written to a folder, the rest of what is read is kept. */
export async function openDocx(path: string, folder: string, limits = docxLimits): Promise<DocxParts> {
  await checkBeginning(path);
  const zip = await openPromise(path).catch((error: unknown) => {
    throw damaged(error);
  });
  try {
    const parts = new PartsReader(zip, folder, limits);
    for await (const entry of readZipEntries(zip)) await parts.take(entry);
    return parts.finish();
  } catch (error) {
    const isOwn = error instanceof ImportError || (error instanceof Error && "syscall" in error);
    throw isOwn ? error : damaged(error);
  } finally {
    zip.close();
  }
}

function damaged(cause: unknown): ImportError {
  return new ImportError("The Word document is damaged: it cannot be opened", { cause });
}

async function checkBeginning(path: string): Promise<void> {
  const file = await open(path);
  try {
    if ((await file.stat()).size > importLimits.file) throw new ImportError("The Word document is too large");
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    const kind = describeNonZip(buffer.subarray(0, bytesRead));
    if (kind !== undefined) throw new ImportError(`This is no Word document (.docx): it is ${kind}`);
  } finally {
    await file.close();
  }
}

/** Goes through the entries, and counts what they really are, whatever they say. */
class PartsReader {
  readonly #zip: ZipFile;
  readonly #folder: string;
  readonly #limits: DocxLimits;
  readonly #xml = new Map<string, Buffer>();
  readonly #images = new Map<string, string>();
  readonly #names = new Set<string>();
  #entries = 0;
  #inflated = 0;
  #xmlBytes = 0;
  #elements = 0;

  constructor(zip: ZipFile, folder: string, limits: DocxLimits) {
    this.#zip = zip;
    this.#folder = folder;
    this.#limits = limits;
  }

  async take(entry: Entry): Promise<void> {
    if (++this.#entries > this.#limits.entries) throw new ImportError("The Word document has too many parts");
    const { fileName: path } = entry;
    if (path.endsWith("/")) return;
    if (entry.isEncrypted()) throw new ImportError("The Word document is locked with a password");
    this.#names.add(path);
    const content = this.#contentOf(entry);
    if (/^word\/media\/[^/]+$/.test(path)) {
      const to = join(this.#folder, `docx-${this.#images.size}`);
      this.#images.set(path, to);
      await pipeline(content, createWriteStream(to));
    } else if (isRead(path)) this.#keep(path, await this.#collect(content));
    else for await (const _ of content);
  }

  finish(): DocxParts {
    const isDocument = (path: string): boolean => /^word\/document\d*\.xml$/.test(path);
    if (!this.#xml.has("[Content_Types].xml") || ![...this.#names].some(isDocument))
      throw new ImportError(`This is no Word document (.docx): it is ${describeArchive(this.#names)}`);
    return { xml: this.#xml, images: this.#images };
  }

  #keep(path: string, bytes: Buffer): void {
    // What is long by what nobody reads is the text, and notes below it.
    const xml = /^word\/[^/]+\.xml$/.test(path) ? plainXml(bytes.toString()) : bytes.toString();
    this.#elements += checkXml(xml);
    if (this.#elements > this.#limits.elements) throw tooLongError();
    this.#xml.set(path, Buffer.from(xml));
  }

  async *#contentOf(entry: Entry): AsyncGenerator<Buffer> {
    for await (const chunk of await this.#zip.openReadStreamPromise(entry)) {
      this.#inflated += chunk.length;
      if (this.#inflated > this.#limits.inflated)
        throw new ImportError("The Word document is far larger than it seems");
      yield chunk;
    }
  }

  async #collect(content: AsyncGenerator<Buffer>): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of content) {
      this.#xmlBytes += chunk.length;
      if (this.#xmlBytes > this.#limits.xml) throw tooLongError();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }
}

/** The text of a document as the converter can read all of it. */
function plainXml(xml: string): string {
  return stripUnreadXml(rulesToParagraphs(equationsToTex(xml)));
}

/** Looks, settings and what programs keep in it for themselves are not read. */
function isRead(path: string): boolean {
  if (!/\.(?:xml|rels)$/i.test(path)) return false;
  return !/^(?:customXml|docProps)\/|^word\/(?:theme|glossary|charts|diagrams|embeddings)\/|^word\/(?:settings|webSettings|fontTable|header\d*|footer\d*)\.xml$/.test(
    path,
  );
}
