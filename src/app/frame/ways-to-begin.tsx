import { faBookOpen, faFileImport, faPlus, type IconDefinition } from "@fortawesome/free-solid-svg-icons";
import { call } from "../data/api.ts";
import { refreshLibrary } from "../data/library.ts";
import { refresh } from "../data/queries.ts";
import { Button } from "../parts/button.tsx";
import { Icon } from "../parts/icon.tsx";
import { words } from "../words/index.ts";
import { openImport } from "./open-runs.ts";

interface WaysToBeginProps {
  readonly organizationId: string;
  /** The site with the sample, if it exists. Otherwise, it is created. */
  readonly sampleSite?: string | undefined;
  readonly onDone: (path: string) => void;
}

/** The ways to begin: the sample, an import, an empty space. */
export function WaysToBegin({ organizationId, sampleSite, onDone }: WaysToBeginProps) {
  const texts = words.welcome;
  const params = { organizationId };
  const openSample = async () => {
    if (sampleSite !== undefined) return onDone(`/orgs/${organizationId}/sites/${sampleSite}`);
    const body = { title: texts.sample.site, spaces: "sample" as const };
    const site = await call("POST /orgs/:organizationId/sites", params, { body });
    refreshLibrary(organizationId);
    refresh(`/orgs/${organizationId}/sites`);
    onDone(`/orgs/${organizationId}/sites/${site.id}`);
  };
  const importPages = () =>
    openImport({ id: organizationId }, undefined, {
      onStarted: ({ id }) => onDone(`/orgs/${organizationId}/imports/${id}`),
    });
  const createSpace = async () => {
    const body = { title: texts.newSpace };
    const space = await call("POST /orgs/:organizationId/spaces", params, { body });
    refreshLibrary(organizationId);
    onDone(`/spaces/${space.id}`);
  };
  return (
    <ul class="ways">
      <Way icon={faBookOpen} {...texts.sample} onSelect={openSample} />
      <Way icon={faFileImport} {...texts.import} onSelect={importPages} />
      <Way icon={faPlus} {...texts.empty} onSelect={createSpace} />
    </ul>
  );
}

interface WayProps {
  readonly icon: IconDefinition;
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly onSelect: () => unknown;
}

function Way({ icon, title, text, action, onSelect }: WayProps) {
  return (
    <li class="way panel">
      <Icon of={icon} />
      <h2>{title}</h2>
      <p class="muted">{text}</p>
      <Button onClick={onSelect}>{action}</Button>
    </li>
  );
}
