import { faBook, faFolderPlus, faLayerGroup, faPlus } from "@fortawesome/free-solid-svg-icons";
import { useState } from "preact/hooks";
import type { Site } from "../../../data/api-types.ts";
import { Button } from "../../../parts/button.tsx";
import { openDialog } from "../../../parts/dialog.tsx";
import { SpacePicker } from "../../../parts/space-picker.tsx";
import { EmptyState, Failure, Skeleton } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { SiteScreen, type SiteScreenProps } from "../site-screen.tsx";
import { addSpaces, type SiteRef, useStructure } from "./change-structure.ts";
import { openNewGroup } from "./group-dialog.tsx";
import { PartSettings } from "./part-settings.tsx";
import { openReplacement } from "./replacement-dialog.tsx";
import { StructureList } from "./structure-list.tsx";
import type { StructureTree } from "./structure-tree.ts";

/** The structure of a site: its groups, sections and variants as a tree. */
export function Screen({ organization, site: siteId }: SiteScreenProps) {
  const ref = { organizationId: organization, siteId };
  const { tree, stored, error } = useStructure(ref);
  return (
    <SiteScreen organization={organization} site={siteId}>
      {(site) =>
        tree === undefined ? (
          error === undefined ? (
            <Skeleton />
          ) : (
            <Failure error={error} />
          )
        ) : (
          <>
            <Structure site={site} siteRef={ref} tree={tree} stored={stored} />
            <PartSettings site={site} siteRef={ref} tree={tree} />
          </>
        )
      }
    </SiteScreen>
  );
}

interface StructureProps {
  readonly site: Site;
  readonly siteRef: SiteRef;
  readonly tree: StructureTree;
  readonly stored: StructureTree | undefined;
}

function Structure({ site, siteRef, tree, stored }: StructureProps) {
  const texts = words.siteStructure;
  const [filter, setFilter] = useState("");
  const mayChange = site.permissions.create;
  const isEmpty = tree.parts.size === 0;
  const pick = (title: string, as: Parameters<typeof addSpaces>[2]) =>
    openDialog((close) => (
      <SpacePicker
        title={title}
        organizationId={siteRef.organizationId}
        action={texts.pickAction}
        onChoose={(ids) => void addSpaces(siteRef, ids, as)}
        onClose={close}
      />
    ));
  const addVariants = () => pick(texts.pickVariants(site.title), { sectionId: undefined });
  if (isEmpty)
    return (
      <EmptyState icon={faBook} title={texts.empty} text={mayChange ? texts.emptyText : texts.onlyRead}>
        {mayChange && (
          <Button kind="primary" icon={faPlus} onClick={addVariants}>
            {texts.addVariant}
          </Button>
        )}
      </EmptyState>
    );
  return (
    <>
      <p class="section-text">
        {tree.hasSections ? texts.explain.sections : texts.explain.variants}{" "}
        {mayChange ? texts.keys : texts.onlyRead}
      </p>
      <div class="toolbar">
        <input
          class="input"
          type="search"
          aria-label={texts.filter}
          placeholder={texts.filter}
          value={filter}
          onInput={(event) => setFilter(event.currentTarget.value)}
        />
        {mayChange && (
          <>
            <Button icon={faLayerGroup} onClick={() => pick(texts.pickSections, "sections")}>
              {texts.addSection}
            </Button>
            {!tree.hasSections && (
              <Button icon={faPlus} onClick={addVariants}>
                {texts.addVariant}
              </Button>
            )}
            <Button icon={faFolderPlus} onClick={() => openNewGroup(siteRef)}>
              {texts.addGroup}
            </Button>
          </>
        )}
      </div>
      <StructureList
        site={site}
        siteRef={siteRef}
        tree={tree}
        stored={stored}
        filter={filter}
        onReplaceSpace={(variant) => openReplacement({ site, siteRef, tree, variant })}
        onAddVariants={(section, title) => pick(texts.pickVariants(title), { sectionId: section })}
      />
    </>
  );
}
