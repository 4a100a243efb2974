import {
  faBook,
  faBookOpen,
  faCode,
  faFileLines,
  faFileWord,
  faFileZipper,
  faGlobe,
  faNoteSticky,
  faUsersRectangle,
  type IconDefinition,
} from "@fortawesome/free-solid-svg-icons";
import type { Body } from "../data/api.ts";
import { Icon } from "../parts/icon.tsx";
import { words } from "../words/index.ts";

export type Source = Exclude<Body<"POST /org/:organizationId/imports">["source"]["type"], "file">;

const icons: Readonly<Record<Source, IconDefinition>> = {
  website: faGlobe,
  zip: faFileZipper,
  notion: faNoteSticky,
  confluence: faUsersRectangle,
  "google-docs": faFileLines,
  "github-wiki": faBook,
  docx: faFileWord,
  markdown: faBookOpen,
  html: faCode,
};

/** The sources, each with what it needs. */
export function SourceCards({ onSelect }: { readonly onSelect: (source: Source) => void }) {
  const { sources } = words.imports;
  return (
    <ul class="source-cards">
      {(Object.keys(sources) as Source[]).map((source) => (
        <li key={source}>
          <button type="button" class="source-card panel" onClick={() => onSelect(source)}>
            <Icon of={icons[source]} />
            <strong>{sources[source].label}</strong>
            <span class="muted">{sources[source].needs}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
