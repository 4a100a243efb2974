import { useState } from "preact/hooks";
import type { Site, SiteSpace } from "../../../data/api-types.ts";
import { showDone } from "../../../data/toasts.ts";
import { FormDialog, openDialog } from "../../../parts/dialog.tsx";
import { words } from "../../../words/index.ts";
import { AddressChanges } from "./address-changes.tsx";
import { refreshStructure, removePart, type SiteRef } from "./change-structure.ts";
import { loadPagePaths } from "./page-paths.ts";
import { createRedirects, RedirectTarget, useRedirects } from "./redirect-target.tsx";
import { movedByRemoval, nextDefault, possibleTargets, redirectsFor, removedVariants } from "./removal.ts";
import { pathsOf } from "./site-addresses.ts";
import { childrenOf, parentOf, type StructurePart, type StructureTree, titleOf } from "./structure-tree.ts";

interface RemovalInput {
  readonly site: Site;
  readonly siteRef: SiteRef;
  readonly tree: StructureTree;
  readonly part: StructurePart;
}

/** Asks before a part is removed, and where readers of its addresses are led. */
export function openRemoval(input: RemovalInput): void {
  openDialog((close) => <RemovalDialog {...input} onClose={close} />);
}

function RemovalDialog(props: RemovalInput & { readonly onClose: () => void }) {
  const { site, siteRef, tree, part, onClose } = props;
  const texts = words.siteStructure.removal;
  const removed = removedVariants(tree, part);
  const targets = possibleTargets(tree, removed);
  const [target, setTarget] = useState("");
  const state = useRedirects(target, async (to) => {
    const load = async ({ id, space }: SiteSpace) => ({ id, pages: await loadPagePaths(space.id) });
    const part = tree.parts.get(to);
    if (part?.object !== "site-space") return [];
    const [destination, ...ended] = await Promise.all([load(part), ...removed.map(load)]);
    return redirectsFor({ ended, target: destination, paths: pathsOf(tree), hasStarts: true });
  });
  const remove = async () => {
    const count = await createRedirects(siteRef, state);
    await removePart(siteRef, part);
    refreshStructure(siteRef);
    showDone(count === 0 ? texts.done(titleOf(part)) : texts.doneWith(titleOf(part), count));
  };
  const canRedirect = removed.length > 0 && targets.length > 0;
  return (
    <FormDialog
      title={texts.title(titleOf(part))}
      action={texts.action}
      isDangerous
      isDisabled={state.isLoading}
      onClose={onClose}
      onSubmit={remove}
    >
      <Consequences tree={tree} part={part} removed={removed} />
      {canRedirect && (
        <RedirectTarget
          site={site}
          value={target}
          targets={targets.map(({ id, label }) => ({ value: id, label }))}
          state={state}
          onChange={setTarget}
        />
      )}
    </FormDialog>
  );
}

const maxShown = 5;

interface ConsequencesProps {
  readonly tree: StructureTree;
  readonly part: StructurePart;
  readonly removed: readonly SiteSpace[];
}

function Consequences({ tree, part, removed }: ConsequencesProps) {
  const texts = words.siteStructure.removal;
  const paths = pathsOf(tree);
  const next = nextDefault(tree, part);
  return (
    <>
      <p>
        {explanationOf(tree, part, removed)}
        {next && ` ${texts.next(titleOf(next))}`}
      </p>
      {removed.length > 0 && (
        <div class="address-changes">
          <p>{texts.breaks}</p>
          <ul>
            {removed.slice(0, maxShown).map(({ id }) => (
              <li key={id}>{paths.get(id) ? texts.below(`/${paths.get(id)}`) : texts.atRoot}</li>
            ))}
            {removed.length > maxShown && (
              <li>{words.siteStructure.addresses.more(removed.length - maxShown)}</li>
            )}
          </ul>
        </div>
      )}
      <AddressChanges changes={movedByRemoval(tree, part)} />
    </>
  );
}

function explanationOf(tree: StructureTree, part: StructurePart, removed: readonly SiteSpace[]): string {
  const texts = words.siteStructure.removal;
  if (part.object === "site-section-group") return texts.group;
  if (part.object === "site-section")
    return removed.length === 0 ? texts.lastSection : texts.section(removed.length);
  const section = tree.parts.get(parentOf(tree, part.id));
  const isOnly = section !== undefined && childrenOf(tree, section.id).length === 1;
  return isOnly ? `${texts.space} ${texts.onlyVariant(titleOf(section))}` : texts.space;
}
