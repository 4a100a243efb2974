import { faPlus, faXmark } from "@fortawesome/free-solid-svg-icons";
import { useState } from "preact/hooks";
import { call } from "../../../data/api.ts";
import { refresh } from "../../../data/queries.ts";
import { attempt } from "../../../data/toasts.ts";
import { urlOf } from "../../../navigation/router.ts";
import { Button, IconButton } from "../../../parts/button.tsx";
import { ChoiceField } from "../../../parts/choice-field.tsx";
import { confirm } from "../../../parts/dialog.tsx";
import { PagedList } from "../../../parts/paged-list.tsx";
import { words } from "../../../words/index.ts";
import { rowHeight, StateBadge } from "../integration-row.tsx";
import { AddTargets } from "./add-targets.tsx";
import type { InstallationProps } from "./screen.tsx";
import { TargetDialog } from "./target-dialog.tsx";
import { addTarget, removeTarget, type Target, type TargetKind, useTargets } from "./target-kinds.ts";

const shared = words.integrations.targets;

interface TargetsProps extends InstallationProps {
  readonly kind: TargetKind;
  readonly isAdmin: boolean;
}

/** The spaces or sites that have an integration: all, or selected ones, each with its configuration. */
export function Targets({ kind, integration, installation, isAdmin }: TargetsProps) {
  const texts = shared[kind];
  const [configured, setConfigured] = useState<Target>();
  const [isAdding, setAdding] = useState(false);
  const { organization } = installation.target;
  const params = { integrationName: integration.name, installationId: installation.id };
  const targets = useTargets(kind, params);
  const selection = kind === "space" ? installation.space_selection : installation.site_selection;
  const declaration = integration.configurations?.[kind];
  const mayChoose = isAdmin && selection === "selected";
  const reload = () => refresh(`/integrations/${integration.name}`, `/orgs/${organization}/installations`);
  const select = async (value: "all" | "selected") => {
    const body = kind === "space" ? { space_selection: value } : { site_selection: value };
    const route = "PATCH /integrations/:integrationName/installations/:installationId";
    await attempt(() => call(route, params, { body }), shared.saved);
    reload();
  };
  const add = async (ids: readonly string[]) => {
    const addAll = async () => {
      for (const id of ids) await addTarget(kind, params, id);
    };
    await attempt(addAll, shared.added(ids.length));
    reload();
  };
  const remove = async ({ id, title }: Target) => {
    const question = texts.confirmRemove(title || texts.hidden);
    const action = shared.removeAction;
    if (!(await confirm({ title: question, text: texts.removeText, action, isDangerous: true }))) return;
    await attempt(() => removeTarget(kind, params, id), shared.removed);
    reload();
  };
  const pathOf = (id: string) => (kind === "space" ? `/spaces/${id}` : `/orgs/${organization}/sites/${id}`);
  return (
    <section class="section">
      <h2>{texts.title}</h2>
      {isAdmin ? (
        <ChoiceField
          label={texts.selection}
          value={selection}
          choices={[
            { value: "all", label: texts.all, hint: texts.allHint },
            { value: "selected", label: texts.selected, hint: texts.selectedHint },
          ]}
          onChange={select}
        />
      ) : (
        <p class="section-text">{selection === "all" ? texts.all : texts.selected}</p>
      )}
      <div class="integration-targets">
        <PagedList
          list={targets}
          label={texts.title}
          rowHeight={rowHeight}
          empty={<p class="hint">{texts.empty}</p>}
          row={(target) => (
            // biome-ignore lint/a11y/useSemanticElements: a virtual list consists of div elements.
            <div role="listitem" class="fixed-row two-line-row">
              <div class="row-main">
                {target.title ? (
                  <a class="row-title" href={urlOf(pathOf(target.id))}>
                    {target.title}
                  </a>
                ) : (
                  <span class="row-title">{texts.hidden}</span>
                )}
              </div>
              <StateBadge status={target.status} />
              {isAdmin && declaration && (
                <Button
                  kind="quiet"
                  aria-label={shared.configureOf(target.title || texts.hidden)}
                  onClick={() => setConfigured(target)}
                >
                  {shared.configure}
                </Button>
              )}
              {mayChoose && (
                <IconButton
                  icon={faXmark}
                  label={shared.remove(target.title || texts.hidden)}
                  onClick={() => remove(target)}
                />
              )}
            </div>
          )}
        />
      </div>
      {mayChoose && (
        <p class="section-actions">
          <Button icon={faPlus} onClick={() => setAdding(true)}>
            {texts.add}
          </Button>
        </p>
      )}
      {isAdding && (
        <AddTargets
          kind={kind}
          organizationId={organization}
          params={params}
          onChoose={add}
          onClose={() => setAdding(false)}
        />
      )}
      {configured && declaration && (
        <TargetDialog
          key={configured.id}
          kind={kind}
          params={params}
          target={configured}
          declaration={declaration}
          onSaved={reload}
          onClose={() => setConfigured(undefined)}
        />
      )}
    </section>
  );
}
