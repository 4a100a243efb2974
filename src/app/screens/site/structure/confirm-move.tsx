import type { Destination } from "../../../data/library-tree.ts";
import { FormDialog, openDialog } from "../../../parts/dialog.tsx";
import { words } from "../../../words/index.ts";
import { AddressChanges } from "./address-changes.tsx";
import { movedByMove } from "./move-addresses.ts";
import type { AddressChange } from "./site-addresses.ts";
import { childrenOf, parentOf, type StructurePart, type StructureTree, titleOf } from "./structure-tree.ts";

/** Asks before a variant leaves its section, if that changes addresses or removes the section. */
export function mayMove(tree: StructureTree, id: string, destination: Destination): Promise<boolean> {
  const part = tree.parts.get(id);
  const section = tree.parts.get(parentOf(tree, id));
  const isLeaving = part?.object === "site-space" && section !== undefined;
  if (!isLeaving || section.id === destination.parent) return Promise.resolve(true);
  const isOnly = childrenOf(tree, section.id).length === 1;
  const changes = movedByMove(tree, id, destination);
  if (!isOnly && changes.length === 0) return Promise.resolve(true);
  return new Promise((resolve) =>
    openDialog((close) => (
      <MoveQuestion
        part={part}
        removed={isOnly ? section : undefined}
        changes={changes}
        onAnswer={(isConfirmed) => {
          close();
          resolve(isConfirmed);
        }}
      />
    )),
  );
}

interface MoveQuestionProps {
  readonly part: StructurePart;
  /** The section that has no other variant. */
  readonly removed: StructurePart | undefined;
  readonly changes: readonly AddressChange[];
  readonly onAnswer: (isConfirmed: boolean) => void;
}

function MoveQuestion({ part, removed, changes, onAnswer }: MoveQuestionProps) {
  const texts = words.siteStructure.confirmMove;
  return (
    <FormDialog
      title={texts.title(titleOf(part))}
      action={removed === undefined ? texts.action : texts.actionLast}
      isDangerous={removed !== undefined}
      onClose={() => onAnswer(false)}
      onSubmit={async () => onAnswer(true)}
    >
      {removed !== undefined && <p>{texts.last(titleOf(removed))}</p>}
      <AddressChanges changes={changes} />
    </FormDialog>
  );
}
