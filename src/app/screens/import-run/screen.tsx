import { useQuery } from "../../data/queries.ts";
import { WatchedRun } from "../../frame/import-run.tsx";
import { navigate, urlOf } from "../../navigation/router.ts";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { words } from "../../words/index.ts";

interface RunScreenProps {
  readonly organization: string;
  readonly run: string;
}

/** An import: what it does, what came and what could not. */
export function Screen({ organization, run: id }: RunScreenProps) {
  const { data: run } = useQuery("GET /org/:organizationId/imports/:importRunId", {
    organizationId: organization,
    importRunId: id,
  });
  const { title, sources } = words.imports;
  const source = run?.source.type === "file" ? run.source.format : run?.source.type;
  return (
    <>
      <ScreenHeader
        title={source === undefined ? title : words.imports.steps.form(sources[source].label)}
        description={run?.source.url ?? run?.source.files?.join(", ")}
        crumbs={[{ label: title, href: urlOf(`/orgs/${organization}/imports`) }]}
      />
      <WatchedRun
        key={id}
        organizationId={organization}
        id={id}
        onDeleted={() => navigate(`/orgs/${organization}/imports`)}
      />
    </>
  );
}
