import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { readZipEntries } from "../folders/index.ts";
import { describeArchive, describeNonZip, ImportError, importLimits, readHead } from "../source/index.ts";
import { checkXml, equationsToTex, rulesToParagraphs, stripUnreadXml } from "./prepare-xml.ts";
import { tooLongError } from "./run-converter.ts";

export type DocxParts = ReturnType<PartsReader["finish"]>;

const megabyte = 1024 * 1024;

export const docxLimits = {
  entries: 10_000,
  /** The maximum total size of the inflated entries, in bytes. */
  inflated: 300 * megabyte,
  /** The maximum size of the XML that is read into memory, in bytes. */
  xml: 32 * megabyte,
  /** The maximum number of elements in that XML. Each takes about 1 kB during the conversion. */
  elements: 240_000,
};

export async function openDocx(path: string, folder: string, limits = docxLimits): Promise<DocxParts> {
  await checkFormat(path);
  const zip = await openPromise(path).catch((error: unknown) => {
    throw damagedError(error);
  });
  try {
    const parts = new PartsReader(zip, folder, limits);
    for await (const entry of readZipEntries(zip)) await parts.addEntry(entry);
    return parts.finish();
  } catch (error) {
    const isKnown = error instanceof ImportError || (error instanceof Error && "syscall" in error);
    throw isKnown ? error : damagedError(error);
  } finally {
    zip.close();
  }
}

function damagedError(cause: unknown): ImportError {
  return new ImportError("The Word document is damaged: it cannot be opened", { cause });
}

async function checkFormat(path: string): Promise<void> {
  if ((await stat(path)).size > importLimits.file) throw new ImportError("The Word document is too large");
  const kind = describeNonZip(await readHead(path));
  if (kind !== undefined) throw new ImportError(`This is not a Word document (.docx): it is ${kind}`);
}

/** Reads the entries. The limits apply to their actual sizes, not to those in the headers. */
class PartsReader {
  readonly #zip: ZipFile;
  readonly #folder: string;
  readonly #limits: typeof docxLimits;
  readonly #xml = new Map<string, Buffer>();
  /** The paths of the extracted images, by their paths in the document. */
  readonly #images = new Map<string, string>();
  readonly #names = new Set<string>();
  #entries = 0;
  #inflated = 0;
  #xmlBytes = 0;
  #elements = 0;

  constructor(zip: ZipFile, folder: string, limits: typeof docxLimits) {
    this.#zip = zip;
    this.#folder = folder;
    this.#limits = limits;
  }

  async addEntry(entry: Entry): Promise<void> {
    if (++this.#entries > this.#limits.entries) throw new ImportError("The Word document has too many parts");
    const { fileName: path } = entry;
    if (path.endsWith("/")) return;
    if (entry.isEncrypted()) throw new ImportError("The Word document is protected by a password");
    this.#names.add(path);
    const content = this.#contentOf(entry);
    if (/^word\/media\/[^/]+$/.test(path)) {
      const to = join(this.#folder, `docx-${this.#images.size}`);
      this.#images.set(path, to);
      await pipeline(content, createWriteStream(to));
    } else if (isRead(path)) this.#addXml(path, await this.#collect(content));
    else for await (const _ of content);
  }

  finish() {
    const isDocument = (path: string): boolean => /^word\/document\d*\.xml$/.test(path);
    if (!this.#xml.has("[Content_Types].xml") || ![...this.#names].some(isDocument))
      throw new ImportError(`This is not a Word document (.docx): it is ${describeArchive(this.#names)}`);
    return { xml: this.#xml, images: this.#images };
  }

  #addXml(path: string, bytes: Buffer): void {
    // Half of the body and of the notes is not needed.
    const xml = /^word\/[^/]+\.xml$/.test(path)
      ? stripUnreadXml(rulesToParagraphs(equationsToTex(bytes.toString())))
      : bytes.toString();
    this.#elements += checkXml(xml);
    if (this.#elements > this.#limits.elements) throw tooLongError();
    this.#xml.set(path, Buffer.from(xml));
  }

  async *#contentOf(entry: Entry): AsyncGenerator<Buffer> {
    for await (const chunk of await this.#zip.openReadStreamPromise(entry)) {
      this.#inflated += chunk.length;
      if (this.#inflated > this.#limits.inflated)
        throw new ImportError("The Word document is too large when it is unpacked");
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

/** Formatting, settings and application data are not read. */
function isRead(path: string): boolean {
  if (!/\.(?:xml|rels)$/i.test(path)) return false;
  return !/^(?:customXml|docProps)\/|^word\/(?:theme|glossary|charts|diagrams|embeddings)\/|^word\/(?:settings|webSettings|fontTable|header\d*|footer\d*)\.xml$/.test(
    path,
  );
}
