import type { ChangeRequestRow } from "../../api/change-requests/index.ts";
import { ContentChanges, changeRequestContentTarget } from "../../api/content/index.ts";
import { type Context, requireValid } from "../../api/http/index.ts";
import { type FieldChoice, type OpenConflict, settleConflicts } from "../../content/conflicts/index.ts";
import { openContent, openDraft, rootOf } from "../../content/index.ts";
import { badInput, conflict as conflictError, newId } from "../../platform/index.ts";
import { updateHead } from "../../storage/repositories/index.ts";
import { findOpenConflicts } from "./read-conflicts.ts";
import type { ConflictChoices } from "./schema.ts";

/** Settles conflicts of a change request as chosen, all or none of them, as one new revision. */
export async function settleChosenConflicts(
  context: Context,
  changeRequest: ChangeRequestRow,
  userId: string,
  { revision, choices }: ConflictChoices,
) {
  const target = changeRequestContentTarget(context, changeRequest, userId, "");
  const { result, revisionId } = await updateHead(context, {
    userId,
    mutexKey: target.mutexKey,
    read: () => target.read(),
    primaryRoot: (head) => target.primaryRoot(head),
    build: async (head) => {
      if (revision !== undefined && revision !== head.revisionId)
        throw conflictError("The change request has changed since this revision: read its conflicts again");
      const base = openContent(head.nodes, head.root);
      const { marked, conflicts } = await findOpenConflicts(
        context,
        base,
        changeRequest.id,
        head.conflictKeys,
      );
      const chosen = readChoices(choices, conflicts);
      const draft = openDraft(base);
      await settleConflicts(base, draft, marked, chosen, {
        now: context.clock.now(),
        newId,
        revision: async () => undefined,
      });
      const after = openContent(draft.nodes, rootOf(draft));
      const left = await findOpenConflicts(context, after, changeRequest.id, head.conflictKeys);
      return {
        next: { root: rootOf(draft), parents: [head.revisionId], type: "edits" },
        result: { open: left.conflicts.length, settled: chosen.size },
      };
    },
    compareAndSwap: (...step) => target.compareAndSwap(...step),
  });
  return { revision: revisionId ?? changeRequest.revision_id, ...result };
}

/** Checks choices against the open conflicts. Returns them by the id of their conflict. */
function readChoices(
  choices: ConflictChoices["choices"],
  conflicts: readonly OpenConflict[],
): Map<string, FieldChoice> {
  const open = new Map(conflicts.map((conflict) => [conflict.id, conflict]));
  const chosen = new Map<string, FieldChoice>();
  for (const [i, choice] of choices.entries()) {
    const field = `choices[${i}]`;
    const conflict = open.get(choice.conflict);
    if (conflict === undefined)
      throw conflictError(`${field}: the conflict is settled or has changed: read the conflicts again`);
    if (chosen.has(conflict.id)) throw badInput(`${field}.conflict`, "is chosen twice");
    chosen.set(conflict.id, { field, ...readChoice(choice, conflict, field) });
  }
  return chosen;
}

function readChoice(
  { choice, markdown, value }: ConflictChoices["choices"][number],
  conflict: OpenConflict,
  field: string,
) {
  if (choice === "both" && conflict.kind !== "text")
    throw badInput(`${field}.choice`, "can be both only for a text");
  if (choice !== "written") return { take: choice };
  const isText = conflict.kind !== "field" && conflict.name === undefined;
  if (isText) {
    if (markdown === undefined) throw badInput(`${field}.markdown`, "is required");
    return { markdown };
  }
  if (value === undefined) throw badInput(`${field}.value`, "is required");
  checkValue(conflict, value, `${field}.value`);
  return { value: value ?? undefined };
}

/** A written value must be one that a change of the content may set. */
function checkValue({ map, key, name = "", found }: OpenConflict, value: unknown, field: string): void {
  const isRequired = map === "files" || ["title", "slug"].includes(name);
  if (value === null && !isRequired) return;
  if (name === "parent" || (found?.kind === "field" && found.isFrontMatter)) {
    if (typeof value !== "string") throw badInput(field, "must be string");
    return;
  }
  requireValid(ContentChanges, { changes: [changeWith(map, key, name, value)] }, field);
}

function changeWith(map: OpenConflict["map"], key: string, name: string, value: unknown): object {
  switch (map) {
    case "files":
      return { operation: "update_file", file: key, name: value };
    case "variables":
      return { operation: "set_variables", variables: { [key]: value } };
    case "reusableContents":
      return { operation: "update_reusable_content", reusableContent: key, title: value };
    default: {
      const [attribute = "", part] = name.split(/\.(.*)/s);
      return {
        operation: "update_page",
        page: key,
        [attribute]: part === undefined ? value : { [part]: value },
      };
    }
  }
}
