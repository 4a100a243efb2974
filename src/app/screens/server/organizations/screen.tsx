import { faBuilding } from "@fortawesome/free-solid-svg-icons";
import { call } from "../../../data/api.ts";
import type { ServerOrganization } from "../../../data/api-types.ts";
import { formatNumber } from "../../../data/format.ts";
import { changeStoredItems, useList } from "../../../data/queries.ts";
import { attempt } from "../../../data/toasts.ts";
import { place, setQuery } from "../../../navigation/router.ts";
import { Button } from "../../../parts/button.tsx";
import { confirm } from "../../../parts/dialog.tsx";
import { SearchField } from "../../../parts/search-field.tsx";
import { Badge, Time } from "../../../parts/small.tsx";
import { words } from "../../../words/index.ts";
import { MoreList } from "../more-list.tsx";
import { ServerScreen } from "../server-screen.tsx";

const texts = words.server.organizations;

/** All organizations of the server, and which of them are trusted. */
export function Screen() {
  const search = place.value.query.get("search") ?? "";
  const list = useList("GET /server/organizations", {}, { limit: 100, ...(search && { search }) });
  return (
    <ServerScreen>
      <p class="section-text">{texts.hint}</p>
      <search class="toolbar">
        <SearchField label={texts.search} value={search} onSearch={(text) => setQuery({ search: text })} />
      </search>
      <MoreList
        list={list}
        texts={texts}
        icon={faBuilding}
        row={(organization) => <OrganizationRow key={organization.id} organization={organization} />}
      />
    </ServerScreen>
  );
}

function OrganizationRow({ organization }: { readonly organization: ServerOrganization }) {
  const { id, title, trusted, members, spaces, sites, emailDomains } = organization;
  const change = async () => {
    const question = trusted ? texts.confirmDistrust(title) : texts.confirmTrust(title);
    if (!(await confirm({ ...question, isDangerous: true }))) return;
    const done = await attempt(
      () =>
        call(
          "PATCH /server/organizations/:organizationId",
          { organizationId: id },
          { body: { trusted: !trusted } },
        ),
      texts.done,
    );
    if (done)
      changeStoredItems<ServerOrganization>("/server/organizations", (item) =>
        item.id === id ? done.result : item,
      );
  };
  return (
    <li class="tall-row server-row">
      <div class="row-main">
        <span class="row-title">
          {title} {trusted && <Badge kind="warning">{texts.trusted}</Badge>}
        </span>
        <span class="row-note">
          {texts.contents(formatNumber(members), formatNumber(spaces), formatNumber(sites))}, {texts.created}{" "}
          <Time at={organization.createdAt} />
          {emailDomains.length > 0 && `, ${emailDomains.join(", ")}`}
        </span>
      </div>
      <Button aria-label={trusted ? texts.distrustOf(title) : texts.trustOf(title)} onClick={change}>
        {trusted ? texts.distrust : texts.trust}
      </Button>
    </li>
  );
}
