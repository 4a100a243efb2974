import { faBookOpen, faFileImport, faPlus, type IconDefinition } from "@fortawesome/free-solid-svg-icons";
import { useState } from "preact/hooks";
import { call } from "../../data/api.ts";
import { refresh, useList } from "../../data/queries.ts";
import { useOrganization } from "../../data/session.ts";
import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { words } from "../../words/index.ts";
import { ImportDialog } from "./import-dialog.tsx";

/** The ways to begin: the sample, an import, an empty space. */
export function WaysToBegin({ onDone }: { readonly onDone: (path: string) => void }) {
  const texts = words.welcome;
  const organization = useOrganization();
  const [isImporting, setImporting] = useState(false);
  const organizationId = organization?.id;
  const sites = useList(
    "GET /orgs/:organizationId/sites",
    organizationId === undefined ? undefined : { organizationId },
  );
  const [sample] = sites.data ?? [];
  if (organizationId === undefined) return null;

  const createSpace = async () => {
    const space = await call(
      "POST /orgs/:organizationId/spaces",
      { organizationId },
      { body: { title: texts.newSpace } },
    );
    refresh(`/orgs/${organizationId}`);
    onDone(`/spaces/${space.id}`);
  };

  return (
    <>
      <h1>{texts.begin}</h1>
      <p class="muted">{texts.beginText}</p>
      <ul class="ways">
        {sample && (
          <Way
            icon={faBookOpen}
            {...texts.sample}
            onSelect={() => onDone(`/orgs/${organizationId}/sites/${sample.id}`)}
          />
        )}
        <Way icon={faFileImport} {...texts.import} onSelect={() => setImporting(true)} />
        <Way icon={faPlus} {...texts.empty} onSelect={createSpace} />
      </ul>
      {isImporting && (
        <ImportDialog organizationId={organizationId} onClose={() => setImporting(false)} onDone={onDone} />
      )}
    </>
  );
}

function Way({
  icon,
  title,
  text,
  action,
  onSelect,
}: {
  readonly icon: IconDefinition;
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly onSelect: () => unknown;
}) {
  return (
    <li class="way panel">
      <Icon of={icon} />
      <h2>{title}</h2>
      <p class="muted">{text}</p>
      <Button onClick={onSelect}>{action}</Button>
    </li>
  );
}
