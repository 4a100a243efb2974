import type { IconDefinition } from "@fortawesome/free-solid-svg-icons";
import { faCompass, faFileImport, faPlus } from "@fortawesome/free-solid-svg-icons";
import { useState } from "preact/hooks";
import { call } from "../data/api.ts";
import type { Organization } from "../data/api-types.ts";
import { refreshLibrary } from "../data/library.ts";
import { refresh } from "../data/queries.ts";
import { attempt } from "../data/toasts.ts";
import { navigate } from "../navigation/router.ts";
import { Icon } from "../parts/icon.tsx";
import { words } from "../words/index.ts";
import { openImport } from "./import-dialog.tsx";
import { openNewItem } from "./library/item-dialogs.tsx";

/** The three ways to begin with an empty organization: the sample, an import, an empty space. */
export function BeginChoices({ organization }: { readonly organization: Pick<Organization, "id"> }) {
  const texts = words.home.begin;
  const [isBusy, setBusy] = useState(false);
  const createSample = async () => {
    setBusy(true);
    await attempt(() => openSample(organization.id));
    setBusy(false);
  };
  return (
    <div class="begin-choices">
      <Choice
        icon={faCompass}
        title={texts.sample}
        text={texts.sampleText}
        isDisabled={isBusy}
        onClick={createSample}
      />
      <Choice
        icon={faFileImport}
        title={texts.import}
        text={texts.importText}
        onClick={() => openImport(organization)}
      />
      <Choice
        icon={faPlus}
        title={texts.empty}
        text={texts.emptyText}
        onClick={() => openNewItem({ kind: "space", organization })}
      />
    </div>
  );
}

async function openSample(organizationId: string): Promise<void> {
  const body = { title: words.home.begin.sampleTitle, spaces: "sample" as const };
  const site = await call("POST /orgs/:organizationId/sites", { organizationId }, { body });
  const params = { organizationId, siteId: site.id };
  const spaces = await call("GET /orgs/:organizationId/sites/:siteId/site-spaces", params);
  refreshLibrary(organizationId);
  refresh(`/orgs/${organizationId}/sites`);
  const [first] = spaces.items;
  navigate(first ? `/spaces/${first.space.id}` : `/orgs/${organizationId}/sites/${site.id}`);
}

interface ChoiceProps {
  readonly icon: IconDefinition;
  readonly title: string;
  readonly text: string;
  readonly isDisabled?: boolean;
  readonly onClick: () => unknown;
}

function Choice({ icon, title, text, isDisabled = false, onClick }: ChoiceProps) {
  return (
    <button type="button" class="begin-choice panel" disabled={isDisabled} onClick={onClick}>
      <Icon of={icon} />
      <span class="begin-title">{title}</span>
      <span class="muted">{text}</span>
    </button>
  );
}
