import type { Steps } from "../../platform/index.ts";
import { DocumentReader, firstOf, methods, own, textOf, truncate } from "../description/index.ts";
import { isJsonObject } from "../document/index.ts";
import { change, listed, type OperationChange, type SpecChange, type SpecChanges } from "./change.ts";
import { compareOperations, type Operation } from "./compare-operations.ts";
import { maxResolvedSchemas, SchemaComparer, type Versions } from "./compare-schemas.ts";

const maxOperations = 5000;
const maxPathLength = 500;
const maxTitleLength = 300;
const maxServers = 20;
/** The number of changes of all operations. The rest of a larger reply would not be read. */
const maxChanges = 20_000;

/** Compares two versions of a document, each with all its files in one document. */
export function* compareSpecs(documents: Versions<unknown>): Steps<SpecChanges> {
  const readers = {
    before: new DocumentReader(documents.before, maxResolvedSchemas),
    after: new DocumentReader(documents.after, maxResolvedSchemas),
  };
  const comparer = new SchemaComparer(readers);
  const old = yield* listOperations(readers.before, comparer);
  const now = yield* listOperations(readers.after, comparer);
  const operations: OperationChange[] = [];
  let changesLeft = maxChanges;
  for (const [key, before] of old.operations) {
    const after = now.operations.get(key);
    if (after === undefined) {
      operations.push(
        present(before, "removed", [change("operation-removed", true, "The operation was removed.")]),
      );
      continue;
    }
    if (changesLeft < 0) continue;
    const changes = yield* compareOperations(comparer, { before, after });
    if (changes.length > 0) operations.push(present(after, "changed", changes));
    changesLeft -= changes.length;
  }
  for (const [key, after] of now.operations)
    if (!old.operations.has(key)) operations.push(present(after, "added", []));
  return {
    general: compareServers(documents),
    operations: operations.sort(byImportance),
    isTruncated: comparer.isTruncated || old.isTruncated || now.isTruncated || changesLeft < 0,
  };
}

/** The operations and webhooks of a document. The names of parameters in their paths are no part of their keys. */
function* listOperations(
  reader: DocumentReader,
  comparer: SchemaComparer,
): Steps<{ readonly operations: Map<string, Operation>; readonly isTruncated: boolean }> {
  const { document } = reader;
  const operations = new Map<string, Operation>();
  let isTruncated = false;
  for (const [isWebhook, items] of [
    [false, own(document, "paths")],
    [true, own(document, "webhooks") ?? own(document, "x-webhooks")],
  ] as const)
    for (const [path, pathItem] of Object.entries(isJsonObject(items) ? items : {})) {
      yield* comparer.work(1);
      const item = reader.resolve(pathItem);
      if (path.startsWith("x-") || !isJsonObject(item)) continue;
      for (const method of methods) {
        const operation = reader.resolve(own(item, method) ?? own(item, method.toUpperCase()));
        if (!isJsonObject(operation)) continue;
        isTruncated ||= operations.size >= maxOperations || path.length > maxPathLength;
        if (operations.size >= maxOperations || path.length > maxPathLength) continue;
        const same = isWebhook ? path : path.replace(/\{[^{}]*\}/g, "{}");
        const found = { path, method, isWebhook, item, operation, reader };
        operations.getOrInsert(`${isWebhook} ${method} ${same}`, found);
      }
    }
  return { operations, isTruncated };
}

function present(
  { path, method, isWebhook, operation }: Operation,
  kind: OperationChange["kind"],
  changes: readonly SpecChange[],
): OperationChange {
  const title = textOf(own(operation, "summary"), maxTitleLength);
  return {
    kind,
    path: truncate(path, maxPathLength),
    method,
    isWebhook,
    ...(title !== undefined && { title }),
    isBreaking: changes.some(({ isBreaking }) => isBreaking),
    changes: changes.toSorted((a, b) => Number(b.isBreaking) - Number(a.isBreaking)),
  };
}

function byImportance(a: OperationChange, b: OperationChange): number {
  if (a.isBreaking !== b.isBreaking) return a.isBreaking ? -1 : 1;
  return a.path < b.path ? -1 : Number(a.path > b.path);
}

function compareServers({ before, after }: Versions<unknown>): SpecChange[] {
  const urlsIn = (document: unknown) =>
    new Set(
      firstOf(own(document, "servers"), maxServers).flatMap(
        (server) => textOf(own(server, "url"), 500) ?? [],
      ),
    );
  const [old, now] = [urlsIn(before), urlsIn(after)];
  const [removed, added] = [[...old.difference(now)], [...now.difference(old)]];
  return [
    ...(removed.length > 0
      ? [change("server-removed", true, `The server ${listed(removed)} was removed.`)]
      : []),
    ...(added.length > 0 ? [change("server-added", false, `The server ${listed(added)} was added.`)] : []),
  ];
}
