import { showDone } from "../../../data/toasts.ts";
import { FormDialog, openDialog } from "../../../parts/dialog.tsx";
import { words } from "../../../words/index.ts";
import { AddressChanges } from "./address-changes.tsx";
import { makeDefault, refreshStructure, type SiteRef } from "./change-structure.ts";
import { addressChanges, defaultChanges, pathsOf } from "./site-addresses.ts";
import { type StructurePart, type StructureTree, titleOf } from "./structure-tree.ts";

interface DefaultInput {
  readonly siteRef: SiteRef;
  readonly tree: StructureTree;
  readonly part: StructurePart;
}

/** Asks before another part becomes the default, which changes addresses. */
export function openDefault(input: DefaultInput): void {
  openDialog((close) => <DefaultDialog {...input} onClose={close} />);
}

function DefaultDialog({ siteRef, tree, part, onClose }: DefaultInput & { readonly onClose: () => void }) {
  const texts = words.siteStructure.confirmDefault;
  const title = titleOf(part);
  const changes = addressChanges(tree, pathsOf(tree), pathsOf(tree, defaultChanges(tree, part.id)));
  const previous = [...defaultChanges(tree, part.id)].find(([, change]) => change.default === false)?.[0];
  const submit = async () => {
    await makeDefault(siteRef, tree, part);
    refreshStructure(siteRef);
    const before = previous === undefined ? undefined : tree.parts.get(previous);
    showDone(
      words.siteStructure.changed(title),
      before &&
        (async () => {
          await makeDefault(siteRef, tree, before);
          refreshStructure(siteRef);
        }),
    );
  };
  return (
    <FormDialog
      title={part.object === "site-section" ? texts.title(title) : texts.variantTitle(title)}
      action={texts.action}
      onClose={onClose}
      onSubmit={submit}
    >
      <AddressChanges changes={changes} />
    </FormDialog>
  );
}
