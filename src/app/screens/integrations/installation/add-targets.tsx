import { findMatches } from "../../../data/matching.ts";
import { useList } from "../../../data/queries.ts";
import { MultiPickerDialog } from "../../../parts/multi-picker-dialog.tsx";
import { words } from "../../../words/index.ts";
import { type TargetKind, useTargetIds } from "./target-kinds.ts";

interface AddTargetsProps {
  readonly kind: TargetKind;
  readonly organizationId: string;
  readonly params: { readonly integrationName: string; readonly installationId: string };
  readonly onChoose: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

const maxShown = 100;

/** A dialog in which spaces or sites are chosen that do not have the integration yet. */
export function AddTargets({ kind, organizationId, params, onChoose, onClose }: AddTargetsProps) {
  const texts = words.integrations.targets[kind];
  const installed = useTargetIds(kind, params);
  const items = useItems(kind, organizationId);
  const others = installed && items?.filter(({ id }) => !installed.has(id));
  return (
    <MultiPickerDialog
      title={texts.addTitle}
      placeholder={texts.search}
      action={texts.addAction}
      find={(query) => [
        {
          label: texts.group,
          options: findMatches(others ?? [], query, ({ title }) => title, maxShown).map(({ id, title }) => ({
            ...{ id, label: title || words.library.untitled },
          })),
        },
      ]}
      emptyText={texts.noMore}
      isLoading={others === undefined}
      countText={texts.found}
      onSubmit={onChoose}
      onClose={onClose}
    />
  );
}

/** The spaces or sites of an organization; undefined until they are loaded. */
function useItems(
  kind: TargetKind,
  organizationId: string,
): readonly { readonly id: string; readonly title: string }[] | undefined {
  const params = { organizationId };
  const query = { limit: 1000 };
  const all = { all: true };
  const spaces = useList(
    "GET /orgs/:organizationId/spaces",
    kind === "space" ? params : undefined,
    query,
    all,
  );
  const sites = useList("GET /orgs/:organizationId/sites", kind === "site" ? params : undefined, query, all);
  const list = kind === "space" ? spaces : sites;
  return list.isComplete ? list.data : undefined;
}
