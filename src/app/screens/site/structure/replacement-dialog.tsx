import { useState } from "preact/hooks";
import type { Site, SiteSpace } from "../../../data/api-types.ts";
import { useLibrary } from "../../../data/library.ts";
import { useReply } from "../../../data/queries.ts";
import { showDone } from "../../../data/toasts.ts";
import { FormDialog, openDialog } from "../../../parts/dialog.tsx";
import { OneSpacePicker } from "../../../parts/space-picker.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { refreshStructure, type SiteRef, updateVariant } from "./change-structure.ts";
import { loadPagePaths } from "./page-paths.ts";
import { createRedirects, RedirectTarget, useRedirects } from "./redirect-target.tsx";
import { possibleTargets, redirectsFor } from "./removal.ts";
import { pathsOf } from "./site-addresses.ts";
import { type StructureTree, titleOf } from "./structure-tree.ts";

interface ReplacementInput {
  readonly site: Site;
  readonly siteRef: SiteRef;
  readonly tree: StructureTree;
  readonly variant: SiteSpace;
}

/** Asks which other space is shown at the address of a variant, then what happens to addresses that end. */
export function openReplacement(input: ReplacementInput): void {
  const { siteRef, variant } = input;
  openDialog((close) => (
    <OneSpacePicker
      title={words.siteStructure.pickOther(titleOf(variant))}
      organizationId={siteRef.organizationId}
      onChoose={(spaceId) =>
        openDialog((closeQuestion) => (
          <ReplacementDialog {...input} spaceId={spaceId} onClose={closeQuestion} />
        ))
      }
      onClose={close}
    />
  ));
}

interface ReplacementDialogProps extends ReplacementInput {
  readonly spaceId: string;
  readonly onClose: () => void;
}

const maxShown = 5;

function ReplacementDialog({ site, siteRef, tree, variant, spaceId, onClose }: ReplacementDialogProps) {
  const texts = words.siteStructure.replacement;
  const { library } = useLibrary(siteRef.organizationId);
  const [target, setTarget] = useState(site.permissions.admin ? variant.id : "");
  const ended = useReply(`ended paths ${variant.space.id} ${spaceId}`, () => endedPaths(variant, spaceId));
  const paths = pathsOf(tree);
  const state = useRedirects(ended.data?.length ? target : "", async (to) => {
    const part = tree.parts.get(to);
    if (part?.object !== "site-space") return [];
    const pages = to === variant.id ? [] : await loadPagePaths(part.space.id);
    const all = { ended: [{ id: variant.id, pages: ended.data ?? [] }], target: { id: to, pages } };
    return redirectsFor({ ...all, paths, hasStarts: false });
  });
  const replace = async () => {
    const count = await createRedirects(siteRef, state);
    const show = async (shown: string) => {
      await updateVariant(siteRef, variant.id, { spaceId: shown });
      refreshStructure(siteRef);
    };
    await show(spaceId);
    const title = titleOf(variant);
    showDone(count === 0 ? words.siteStructure.changed(title) : texts.doneWith(title, count), () =>
      show(variant.space.id),
    );
  };
  return (
    <FormDialog
      title={texts.title(library?.byId.get(spaceId)?.title || words.library.untitled, titleOf(variant))}
      action={texts.action}
      isDisabled={ended.isLoading || state.isLoading}
      onClose={onClose}
      onSubmit={replace}
    >
      <p>{texts.text}</p>
      <Loaded query={ended}>
        {(pages) =>
          pages.length === 0 ? (
            <p>{texts.none}</p>
          ) : (
            <>
              <EndedAddresses base={paths.get(variant.id) ?? ""} pages={pages} />
              <RedirectTarget
                site={site}
                value={target}
                targets={[
                  { value: variant.id, label: texts.start },
                  ...possibleTargets(tree, [variant]).map(({ id, label }) => ({ value: id, label })),
                ]}
                state={state}
                onChange={setTarget}
              />
            </>
          )
        }
      </Loaded>
    </FormDialog>
  );
}

/** The paths of pages of the shown space that another one does not have. */
async function endedPaths({ space }: SiteSpace, otherId: string): Promise<string[]> {
  const [shown, other] = await Promise.all([loadPagePaths(space.id), loadPagePaths(otherId)]);
  const kept = new Set(other);
  return shown.filter((path) => !kept.has(path));
}

interface EndedAddressesProps {
  /** The path of the site space. */
  readonly base: string;
  readonly pages: readonly string[];
}

function EndedAddresses({ base, pages }: EndedAddressesProps) {
  const texts = words.siteStructure;
  return (
    <div class="address-changes">
      <p>{texts.removal.breaks}</p>
      <ul>
        {pages.slice(0, maxShown).map((page) => (
          <li key={page}>
            <code>{[base, page].map((part) => part && `/${part}`).join("")}</code>
          </li>
        ))}
        {pages.length > maxShown && <li>{texts.addresses.more(pages.length - maxShown)}</li>}
      </ul>
    </div>
  );
}
