import { useState } from "preact/hooks";
import { call } from "../../../data/api.ts";
import type { Site } from "../../../data/api-types.ts";
import { refresh, useList, useQuery } from "../../../data/queries.ts";
import { ChoiceField } from "../../../parts/choice-field.tsx";
import { Checkbox } from "../../../parts/field.tsx";
import { Form } from "../../../parts/form.tsx";
import { words } from "../../../words/index.ts";
import type { SitePartProps } from "./audience-screen.tsx";

const texts = words.siteAudience.visibility;
const visibilities = ["public", "unlisted", "share-link", "visitor-auth"] as const;

export function Visibility({ organization, site }: SitePartProps) {
  const [visibility, setVisibility] = useState(site.visibility);
  const [isForAgents, setForAgents] = useState(site.agentsContext === "included");
  const isAdmin = site.permissions.admin;
  const save = async () => {
    const agentsContext = isForAgents ? ("included" as const) : ("excluded" as const);
    await call(
      "PATCH /orgs/:organizationId/sites/:siteId",
      { organizationId: organization, siteId: site.id },
      { body: { visibility, agentsContext } },
    );
    refresh(`/orgs/${organization}/sites`);
  };
  const choices = visibilities.map((value) => ({
    ...{ value, label: words.sites.visibility[value], hint: words.sites.readers[value] },
    disabled: !isAdmin,
  }));
  return (
    <section class="section">
      <h2>{texts.title}</h2>
      {!site.published && <p class="section-text">{texts.unpublished}</p>}
      {isAdmin ? (
        <Form label={texts.title} action={texts.save} done={texts.saved} onSubmit={save}>
          <ChoiceField label={texts.label} value={visibility} choices={choices} onChange={setVisibility} />
          <Checkbox
            label={texts.agents}
            hint={texts.agentsHint}
            checked={isForAgents}
            onChange={setForAgents}
          />
        </Form>
      ) : (
        <ChoiceField
          label={texts.label}
          value={site.visibility}
          choices={choices}
          onChange={() => undefined}
        />
      )}
      <MissingStep organization={organization} site={site} />
    </section>
  );
}

/** What is still needed before readers can open a site with this visibility. */
function MissingStep({ organization, site }: SitePartProps) {
  const params = { organizationId: organization, siteId: site.id };
  const isAdmin = site.permissions.admin;
  const links = useList(
    "GET /orgs/:organizationId/sites/:siteId/share-links",
    site.visibility === "share-link" ? params : undefined,
    { limit: 100 },
    { all: true },
  );
  const auth = useQuery(
    "GET /orgs/:organizationId/sites/:siteId/publishing/auth",
    isAdmin && site.visibility === "visitor-auth" ? params : undefined,
  ).data;
  const text = missingStep(site, links.isComplete ? links.data?.some(({ active }) => active) : true, auth);
  return text === undefined ? null : (
    <p class="site-notice" role="status">
      {text}
    </p>
  );
}

function missingStep(
  { visibility }: Site,
  hasLink: boolean | undefined,
  auth: { readonly fallbackURL?: string } | undefined,
): string | undefined {
  if (visibility === "share-link" && hasLink === false) return texts.needsLink;
  return visibility === "visitor-auth" && auth && auth.fallbackURL === undefined
    ? texts.needsFallback
    : undefined;
}
