import { faChevronDown, faPlus } from "@fortawesome/free-solid-svg-icons";
import type { Organization } from "../data/api-types.ts";
import { useOrganizations } from "../data/session.ts";
import { navigate } from "../navigation/router.ts";
import { Icon } from "../parts/icon.tsx";
import { Menu } from "../parts/menu.tsx";
import { Avatar } from "../parts/small.tsx";
import { words } from "../words/index.ts";
import { openNewOrganization } from "./new-organization.tsx";

/** The organization, and the others of the user. */
export function OrganizationMenu({ organization }: { readonly organization: Organization | undefined }) {
  const organizations = useOrganizations() ?? [];
  return (
    <Menu
      label={`${words.frame.switchOrganization}: ${organization?.title ?? ""}`}
      buttonClass="organization-button"
      items={[
        ...organizations.map(({ id, title }) => ({
          id,
          label: title,
          isChecked: id === organization?.id,
          onSelect: () => navigate(`/orgs/${id}`),
        })),
        {
          label: words.frame.newOrganization,
          icon: faPlus,
          isFirstOfGroup: true,
          onSelect: openNewOrganization,
        },
      ]}
    >
      <Avatar name={organization?.title ?? ""} />
      <span class="organization-title">{organization?.title}</span>
      <Icon of={faChevronDown} />
    </Menu>
  );
}
