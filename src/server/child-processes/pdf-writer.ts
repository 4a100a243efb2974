// The child process that writes the source of a PDF.
import { readSpecDocuments } from "../../api/openapi-specs/index.ts";
import {
  findReferencedObjects,
  type PdfTask,
  type ReferencedObjects,
  versionOf,
  type Written,
} from "../../api/pdf/index.ts";
import { openContent } from "../../content/index.ts";
import { BookError, type BookInput, imageFetcher, writeBook } from "../../pdf/index.ts";
import { runChildProgram } from "../../platform/child-process/index.ts";
import { badInput, LecternError } from "../../platform/index.ts";
import { readWholeBlob } from "../../storage/files/index.ts";
import { openNodes } from "../../storage/repositories/index.ts";
import { openContext } from "../index.ts";

runChildProgram<PdfTask, Written>({ run: write, toClientError });

async function write({ config, order, folder, isCautious }: PdfTask): Promise<Written> {
  const context = await openContext(config);
  const { read } = context.database;
  const { space, root, ...words } = order;
  // The version is computed of what the PDF shows, not of the state at the end.
  let found: ReferencedObjects = { users: new Map(), specs: new Map() };
  const book: BookInput = {
    ...words,
    isFallback: isCautious,
    space,
    content: openContent(openNodes(context, space.repositoryId), root),
    urls: context.urls,
    bytesOf: ({ blob }) => readWholeBlob(context, space.repositoryId, blob),
    urlOf: (file) => context.fileLinks.urlOf(space.id, file),
    fetchImage: imageFetcher(config.allowPrivateNetwork),
    loadExternals: async (wanted) => {
      found = await findReferencedObjects(read, order, wanted);
      return {
        users: found.users,
        specs: await readSpecDocuments(context, space.organizationId, found.specs),
      };
    },
  };
  const { names, ...manuscript } = await writeBook(book, folder);
  return { manuscript, names, version: versionOf(names, found) };
}

function toClientError(error: unknown): LecternError | undefined {
  if (error instanceof BookError) return badInput("content", error.message);
  // Thrown on stack overflow.
  if (error instanceof RangeError) return badInput("content", "is nested too deep for a PDF, or too large");
  return error instanceof LecternError ? error : undefined;
}
