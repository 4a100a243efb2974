import { badInput, conflict as conflictError, EventLoopYielder, LecternError } from "../../platform/index.ts";
import { applyChanges, type BatchContext, type Change } from "../changes/index.ts";
import { markTitle, splitMarkedValue } from "../merge/index.ts";
import {
  type Content,
  canonicalize,
  type Draft,
  editDraft,
  type FileRecord,
  getRecord,
  type PageRecord,
  type ReusableContentRecord,
} from "../model/index.ts";
import {
  ancestorsOf,
  childIdsOf,
  editPages,
  findPage,
  findPages,
  movePage,
  removePage,
} from "../pages/index.ts";
import type { Choice } from "./choices.ts";
import type { MarkedRecord, OpenConflict } from "./find-conflicts.ts";
import { type ChoiceOf, settleDocument } from "./settle-text.ts";

/** A choice with the field of the request that it comes from, for error messages. */
export type FieldChoice = Choice & { readonly field: string };

interface Settling {
  readonly base: Content;
  readonly draft: Draft;
  readonly context: BatchContext;
  readonly choiceOf: (conflict: OpenConflict) => FieldChoice | undefined;
}

/** Settles the conflicts of records for which there is a choice, and removes their markers. */
export async function settleConflicts(
  base: Content,
  draft: Draft,
  marked: readonly MarkedRecord[],
  choices: ReadonlyMap<string, FieldChoice>,
  context: BatchContext,
): Promise<void> {
  const settling: Settling = { base, draft, context, choiceOf: ({ id }) => choices.get(id) };
  const chosen = marked.filter(({ conflicts }) => conflicts.some(({ id }) => choices.has(id)));
  const yielder = new EventLoopYielder();
  for (const record of chosen) {
    await settleRecord(settling, record);
    await yielder.yieldIfDue();
  }
  // Pages are moved when all that is chosen to be deleted is gone.
  for (const record of chosen)
    for (const conflict of record.conflicts)
      if (conflict.name === "parent")
        await withField(settling, conflict, async (choice) => {
          await moveTo(settling, conflict, choice);
          await yielder.yieldIfDue();
        });
}

async function settleRecord(settling: Settling, marked: MarkedRecord): Promise<void> {
  const deletion = marked.conflicts.find(({ kind }) => kind === "deletion");
  const choice = deletion && settling.choiceOf(deletion);
  if (deletion !== undefined && choice !== undefined) {
    if ("take" in choice && choice.take === "both")
      throw badInput(`${choice.field}.choice`, "cannot be both: one side has deleted it");
    if ("take" in choice && choice.take === deletion.deletedBy) {
      await deleteRecord(settling, marked);
      return;
    }
  }
  if (marked.map === "pages" || marked.map === "reusableContents") await settleDocumentOf(settling, marked);
  for (const conflict of marked.conflicts)
    await withField(settling, conflict, (chosen) => settleValue(settling, marked, conflict, chosen));
}

async function withField(
  { choiceOf }: Settling,
  conflict: OpenConflict,
  settle: (choice: Choice) => Promise<void>,
): Promise<void> {
  const choice = choiceOf(conflict);
  if (choice === undefined) return;
  try {
    await settle(choice);
  } catch (error) {
    if (!(error instanceof LecternError)) throw error;
    const message = error.message.replace(/^changes\[0\](?:\.|: )/, "");
    const separator = error.status === 400 ? "." : ": ";
    throw new LecternError(error.status, `${choice.field}${separator}${message}`, error.headers);
  }
}

/** Deletes a record. Pages below a deleted one take its place. */
async function deleteRecord({ draft }: Settling, { map, key }: MarkedRecord): Promise<void> {
  if (map !== "pages") {
    await editDraft(draft, map, [[key, undefined]]);
    return;
  }
  const page = await findPage(draft, key);
  if (page === undefined) return;
  const siblings = await childIdsOf(draft, page.parent);
  const children = await childIdsOf(draft, key);
  const records = await findPages(draft, children);
  for (const [i, child] of children.entries()) {
    const record = records.get(child);
    if (record === undefined) continue;
    await movePage(draft, child, record, { parent: page.parent, at: siblings.indexOf(key) + i });
  }
  await removePage(draft, key, page);
}

/** Writes the document and the title of a record without the markers of what is settled. */
async function settleDocumentOf(settling: Settling, marked: MarkedRecord): Promise<void> {
  const { draft, context } = settling;
  const { map, key } = marked;
  const record = marked.record as PageRecord | ReusableContentRecord;
  const choiceOf: ChoiceOf = (conflict) => settling.choiceOf(conflict);
  const origin = map === "pages" ? key : undefined;
  const field = marked.conflicts.map(choiceOf).find((choice) => choice !== undefined) as
    | FieldChoice
    | undefined;
  const document = await prefixed(field, () => settleDocument(draft, origin, marked, choiceOf));
  const title = titleAfter(marked, record.title, choiceOf);
  if (map !== "pages") {
    await editDraft(draft, map as "reusableContents", [[key, canonicalize({ ...record, title, document })]]);
    return;
  }
  const before = await findPage(draft, key);
  if (before === undefined) return;
  const after = canonicalize({ ...before, title, document, updatedAt: context.now });
  await editPages(draft, [{ key, before, after }]);
}

/** Names the choice in an error about the document. */
async function prefixed<T>(choice: FieldChoice | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof LecternError) || choice === undefined || error.status !== 400) throw error;
    throw new LecternError(400, `${choice.field}.${error.message}`, error.headers);
  }
}

/** The title of a group or link without the conflicts that are settled. That of other records has no markers. */
function titleAfter(marked: MarkedRecord, title: string, choiceOf: ChoiceOf): string {
  const versions = splitMarkedValue(title);
  if (versions === undefined) return title;
  const open = marked.conflicts.filter((conflict) => choiceOf(conflict) === undefined);
  const own = marked.conflicts.find(({ kind, name }) => kind === "deletion" || name === "title");
  const chosen = own && choiceOf(own);
  const kept = own && (own.ours ?? own.theirs ?? title);
  const clean = String(
    (own?.name === "title" && chosen ? chosenValue(own, chosen) : kept) ?? versions.before,
  );
  const fields = open.flatMap(({ name = "title", base, ours, theirs }) => ({ name, base, ours, theirs }));
  return markTitle(clean, fields) ?? clean;
}

/** Sets the value of a field. */
async function settleValue(
  { base, draft, context }: Settling,
  { map, key, record }: MarkedRecord,
  conflict: OpenConflict,
  choice: Choice,
): Promise<void> {
  const { name, found } = conflict;
  if (name === undefined || name === "parent") return;
  if (name === "title" && splitMarkedValue((record as PageRecord).title) !== undefined) return;
  if (found?.kind === "field" && found.isFrontMatter) return;
  const value = chosenValue(conflict, choice);
  if (map === "files") {
    await editDraft(draft, "files", [[key, fileAfter(conflict, value)]]);
    return;
  }
  const change = await changeOf(draft, map, key, name, value);
  await applyChanges(base, draft, [change], context);
}

/** A file that was chosen, or the new name of one. */
function fileAfter({ ours, theirs }: OpenConflict, value: unknown): FileRecord {
  const record = (value ?? ours ?? theirs) as FileRecord;
  if (typeof value !== "string") return record;
  return { ...((ours ?? theirs) as FileRecord), name: value };
}

function chosenValue(conflict: OpenConflict, choice: Choice): unknown {
  if ("markdown" in choice) throw badInput("markdown", "is allowed only for texts: use value");
  if ("value" in choice) return choice.value;
  if (choice.take === "both") throw badInput("choice", "cannot be both for a value");
  return conflict[choice.take];
}

async function changeOf(
  draft: Draft,
  map: MarkedRecord["map"],
  key: string,
  name: string,
  value: unknown,
): Promise<Change> {
  if (map === "variables")
    return { operation: "set_variables", variables: { [key]: (value ?? null) as string | null } };
  if (map === "reusableContents")
    return { operation: "update_reusable_content", reusableContent: key, title: String(value) };
  const [field = name, part] = name.split(/\.(.*)/s);
  const whole =
    part === undefined
      ? undefined
      : (await getRecord(draft, "pages", key))?.[field as "layout" | "variables"];
  const next = part === undefined ? (value ?? null) : canonicalize({ ...whole, [part]: value ?? undefined });
  return { operation: "update_page", page: key, [field]: next } as unknown as Change;
}

/** Moves a page below the chosen one. If that is below the page, its branch takes the place of the page first. */
async function moveTo({ draft }: Settling, conflict: OpenConflict, choice: Choice): Promise<void> {
  const { key, found } = conflict;
  const value = chosenValue(conflict, choice) ?? "";
  if (typeof value !== "string")
    throw badInput("value", "must be the id of a page, or empty for the top level");
  const page = await findPage(draft, key);
  if (page === undefined || page.parent === value) return;
  const parent = await findPage(draft, value);
  if (value !== "" && parent === undefined)
    throw conflictError("The page that was chosen as the parent does not exist any more: choose another one");
  if (parent !== undefined) await moveBranchOut(draft, key, page, value, parent);
  const current = await findPage(draft, key);
  if (current === undefined) return;
  await movePage(draft, key, current, { parent: value });
  const orders = found?.kind === "field" ? found.orders : undefined;
  const order = orders && "take" in choice && choice.take !== "both" ? orders[choice.take] : undefined;
  const moved = await findPage(draft, key);
  if (order && moved !== undefined)
    await editPages(draft, [{ key, before: moved, after: { ...moved, order } }]);
}

async function moveBranchOut(
  draft: Draft,
  key: string,
  page: PageRecord,
  target: string,
  parent: PageRecord,
): Promise<void> {
  const path = new Map([[target, parent], ...(await ancestorsOf(draft, parent))]);
  if (!path.has(key)) return;
  for (const [id, record] of path)
    if (record.parent === key) await movePage(draft, id, record, { parent: page.parent });
}
