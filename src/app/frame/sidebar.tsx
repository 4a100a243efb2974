import type { IconDefinition } from "@fortawesome/free-solid-svg-icons";
import {
  faCode,
  faCodePullRequest,
  faFileImport,
  faGear,
  faGlobe,
  faHouse,
  faInbox,
  faMagnifyingGlass,
  faPuzzlePiece,
  faTrash,
  faUsers,
  faXmark,
} from "@fortawesome/free-solid-svg-icons";
import type { ComponentChildren } from "preact";
import { useCountedUnread } from "../data/notifications.ts";
import { useActiveImports } from "../data/runs.ts";
import { isGuestIn, useOrganization } from "../data/session.ts";
import { place, urlOf } from "../navigation/router.ts";
import { IconButton } from "../parts/button.tsx";
import { Icon } from "../parts/icon.tsx";
import { Keys } from "../parts/keys.tsx";
import { UnreadCount } from "../parts/unread-count.tsx";
import { words } from "../words/index.ts";
import { LibraryTree } from "./library/library-tree.tsx";
import { OrganizationMenu } from "./organization-menu.tsx";
import { openPalette } from "./palette/open.tsx";
import { UserMenu } from "./user-menu.tsx";

/** The navigation: the organization, its screens, its spaces and collections, and the user. */
export function Sidebar({ onClose }: { readonly onClose: () => void }) {
  const organization = useOrganization();
  const root = organization && `/orgs/${organization.id}`;
  useCountedUnread(organization?.id);
  const running = useActiveImports(organization?.id);
  return (
    <nav
      class="sidebar"
      aria-label={words.frame.navigation}
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      <div class="sidebar-top">
        <OrganizationMenu organization={organization} />
        <IconButton
          class="drawer-close"
          icon={faXmark}
          label={words.frame.closeNavigation}
          onClick={onClose}
        />
      </div>
      <div class="sidebar-search">
        <button type="button" class="search-button" onClick={openPalette}>
          <Icon of={faMagnifyingGlass} />
          {words.frame.search}
          <Keys of="mod+K" />
        </button>
      </div>
      {organization && root && (
        <ul class="sidebar-links">
          <SidebarLink path={root} icon={faHouse} label={words.frame.home} isExact />
          <SidebarLink path={`${root}/inbox`} icon={faInbox} label={words.inbox.title}>
            <UnreadCount organizationId={organization.id} />
          </SidebarLink>
          <SidebarLink
            path={`${root}/change-requests`}
            icon={faCodePullRequest}
            label={words.frame.changeRequests}
          />
          {!isGuestIn(organization) && (
            <>
              <SidebarLink path={`${root}/sites`} icon={faGlobe} label={words.frame.sites} />
              <SidebarLink path={`${root}/openapi`} icon={faCode} label={words.frame.openapi} />
              <SidebarLink
                path={`${root}/integrations`}
                others={["/integrations"]}
                icon={faPuzzlePiece}
                label={words.frame.integrations}
              />
              <SidebarLink
                path={`${root}/members`}
                others={["guests", "teams", "invites"].map((name) => `${root}/${name}`)}
                icon={faUsers}
                label={words.frame.members}
              />
            </>
          )}
          {organization.permissions.admin && (
            <SidebarLink path={`${root}/settings`} icon={faGear} label={words.frame.settings} />
          )}
        </ul>
      )}
      {organization && <LibraryTree organization={organization} />}
      {root && (
        <ul class="sidebar-links">
          {running.length > 0 && (
            <SidebarLink
              path={running.length === 1 ? `${root}/imports/${running[0]?.id}` : `${root}/imports`}
              icon={faFileImport}
              label={words.transfers.running(running.length)}
            />
          )}
          <SidebarLink path={`${root}/trash`} icon={faTrash} label={words.frame.trash} />
        </ul>
      )}
      <UserMenu />
    </nav>
  );
}

function SidebarLink({
  path,
  icon,
  label,
  others = [],
  isExact = false,
  children,
}: {
  readonly path: string;
  /** The paths of the screens that belong to it as well. */
  readonly others?: readonly string[];
  readonly icon: IconDefinition;
  readonly label: string;
  readonly isExact?: boolean;
  /** What is at its end. */
  readonly children?: ComponentChildren;
}) {
  const current = place.value.path;
  const isBelow = (parent: string) => current === parent || current.startsWith(`${parent}/`);
  const isCurrent = isExact ? current === path : [path, ...others].some(isBelow);
  return (
    <li>
      <a class="sidebar-item" href={urlOf(path)} aria-current={isCurrent ? "page" : undefined}>
        <Icon of={icon} />
        {label}
        {children}
      </a>
    </li>
  );
}
