import { EventLoopYielder } from "../../platform/index.ts";
import type { DocumentLinks } from "../document/index.ts";
import { membersRead, tryParseExpression } from "../expressions/index.ts";
import { readRecords, rootOf } from "../model/index.ts";
import type { LinkIndexInput } from "./collect-links.ts";
import type { LinkSource } from "./link-index.ts";

/** The number of documents whose expressions are in memory at once. */
const batchSize = 8;
/** The estimated memory of a source in bytes. */
const sourceSize = 100;

/**
 * The pages and reusable contents in which a variable of the space is read: shown, or compared in the condition of a part with links or
 * expressions.
 */
export async function findVariableSources(
  input: LinkIndexInput,
  name: string,
): Promise<readonly LinkSource[]> {
  return (await readVariableIndex(input)).get(name) ?? [];
}

/** The sources by the name of the variable. The index is cached by the root of the content. */
function readVariableIndex(input: LinkIndexInput): Promise<ReadonlyMap<string, readonly LinkSource[]>> {
  const { content, spaceId, readDocumentLinks } = input;
  return content.nodes.memoize(`variables ${spaceId} ${rootOf(content)}`, async () => {
    const index = new Map<string, LinkSource[]>();
    const yielder = new EventLoopYielder();
    let size = 0;
    for (const [kind, collection] of [
      ["page", "pages"],
      ["reusable-content", "reusableContents"],
    ] as const) {
      const records = await readRecords(content, collection);
      for (let start = 0; start < records.length; start += batchSize) {
        const batch = records.slice(start, start + batchSize);
        const documents = batch.flatMap(({ value }) => value.document ?? []);
        const found = await readDocumentLinks(documents, { once: true });
        for (const { key: id, value } of batch) {
          if (yielder.isDue) await yielder.yieldIfDue();
          const names = variablesIn(found.get(value.document ?? ""));
          for (const name of names) index.getOrInsertComputed(name, () => []).push({ kind, id });
          size += names.size;
        }
      }
    }
    return { value: index, size: sourceSize * size + 1 };
  });
}

/** The names of the variables of the space that the expressions and conditions of a document read. */
function variablesIn(links: DocumentLinks | undefined): Set<string> {
  const expressions = [...(links?.expressions ?? []), ...(links?.conditions ?? [])];
  return new Set(
    expressions.flatMap(({ expression }) => {
      const parsed = expression === undefined ? undefined : tryParseExpression(expression);
      return parsed === undefined ? [] : [...membersRead(parsed, "space.vars", {})];
    }),
  );
}
