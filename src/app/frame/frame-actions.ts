import {
  faBuilding,
  faCircleHalfStroke,
  faFileImport,
  faFolderPlus,
  faGear,
  faGlobe,
  faHouse,
  faInbox,
  faKeyboard,
  faMagnifyingGlass,
  faMoon,
  faPlus,
  faPuzzlePiece,
  faSun,
  faTrash,
  faUser,
  faUserPlus,
  faUsers,
  type IconDefinition,
} from "@fortawesome/free-solid-svg-icons";
import { useEffect } from "preact/hooks";
import { type Action, useActions } from "../data/actions.ts";
import type { Organization } from "../data/api-types.ts";
import { isGuestIn } from "../data/session.ts";
import { handleShortcut } from "../data/shortcuts.ts";
import { setTheme } from "../data/theme.ts";
import { navigate } from "../navigation/router.ts";
import { words } from "../words/index.ts";
import { openNewItem } from "./library/item-dialogs.tsx";
import { openNewOrganization } from "./new-organization.tsx";
import { openImport } from "./open-runs.ts";
import { openPalette, openShortcuts } from "./palette/open.tsx";

/** Offers what can be done on every screen, and listens for shortcuts. */
export function useFrameActions(organization: Organization | undefined): void {
  useActions([...generalActions(), ...(organization ? organizationActions(organization) : [])]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isSearch = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
      if (!isSearch || event.altKey || event.shiftKey) return handleShortcut(event);
      // While somebody writes, it makes a link.
      if (event.defaultPrevented) return;
      event.preventDefault();
      if (document.querySelector("dialog[open]") === null) openPalette();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

function generalActions(): Action[] {
  const { shortcuts } = words.palette;
  const { themes, theme } = words.frame;
  const group = shortcuts.general;
  const themeAction = (name: "system" | "light" | "dark", icon: Action["icon"]): Action => ({
    id: `theme-${name}`,
    label: `${theme}: ${themes[name]}`,
    ...(icon && { icon }),
    group,
    run: () => setTheme(name),
  });
  return [
    {
      id: "search",
      label: shortcuts.search,
      icon: faMagnifyingGlass,
      shortcut: "/",
      group,
      run: openPalette,
    },
    {
      ...{ id: "shortcuts", label: words.frame.shortcuts, icon: faKeyboard, shortcut: "?", group },
      run: openShortcuts,
    },
    goTo(words.frame.account, faUser, "/account", "g a"),
    goTo(`${words.account.title}: ${words.inbox.choose.tab}`, faUser, "/account/inbox"),
    ...(["password", "sessions", "tokens"] as const).map((tab) =>
      goTo(`${words.account.title}: ${words.account.tabs[tab]}`, faUser, `/account/${tab}`),
    ),
    {
      ...{ id: "new-organization", label: words.frame.newOrganization, icon: faBuilding },
      ...{ group: shortcuts.create, run: openNewOrganization },
    },
    themeAction("system", faCircleHalfStroke),
    themeAction("light", faSun),
    themeAction("dark", faMoon),
  ];
}

function goTo(label: string, icon: IconDefinition, path: string, shortcut?: string): Action {
  const group = words.palette.shortcuts.go;
  return { id: `go-${path}`, label, icon, group, ...(shortcut && { shortcut }), run: () => navigate(path) };
}

function memberActions(root: string): Action[] {
  const [frame, people, settings] = [words.frame, words.people, words.settings];
  return [
    goTo(frame.sites, faGlobe, `${root}/sites`, "g s"),
    goTo(frame.integrations, faPuzzlePiece, `${root}/integrations`),
    goTo(`${settings.title}: ${settings.tabs.translations}`, faGear, `${root}/settings/translations`),
    goTo(people.tabs.members, faUsers, `${root}/members`, "g m"),
    goTo(people.tabs.guests, faUsers, `${root}/guests`, "g g"),
    goTo(people.tabs.teams, faUsers, `${root}/teams`, "g e"),
  ];
}

function adminActions(root: string): Action[] {
  const [frame, people, settings] = [words.frame, words.people, words.settings];
  return [
    goTo(people.tabs.invites, faUserPlus, `${root}/invites`, "g i"),
    goTo(frame.settings, faGear, `${root}/settings`, "g o"),
    ...(["sso", "tokens"] as const).map((tab) =>
      goTo(`${settings.title}: ${settings.tabs[tab]}`, faGear, `${root}/settings/${tab}`),
    ),
  ];
}

function organizationActions(organization: Organization): Action[] {
  const [frame, palette] = [words.frame, words.palette];
  const root = `/orgs/${organization.id}`;
  const create = (kind: "space" | "collection") => () => openNewItem({ kind, organization });
  const group = palette.shortcuts.create;
  return [
    goTo(frame.home, faHouse, root, "g h"),
    goTo(words.inbox.title, faInbox, `${root}/inbox`, "g n"),
    ...(isGuestIn(organization) ? [] : memberActions(root)),
    ...(organization.permissions.admin ? adminActions(root) : []),
    goTo(frame.trash, faTrash, `${root}/trash`, "g t"),
    ...(organization.permissions.createContent
      ? [
          {
            ...{ id: "new-space", label: frame.newSpace, icon: faPlus, shortcut: "n s", group },
            run: create("space"),
          },
          {
            ...{
              id: "new-collection",
              label: frame.newCollection,
              icon: faFolderPlus,
              shortcut: "n c",
              group,
            },
            run: create("collection"),
          },
          {
            ...{ id: "new-site", label: words.sites.newSite, icon: faGlobe, group },
            run: () => navigate(`${root}/sites/new`),
          },
          {
            ...{ id: "import", label: frame.import, icon: faFileImport, shortcut: "n i", group },
            run: () => openImport(organization),
          },
        ]
      : []),
  ];
}
