import {
  faArrowRightFromBracket,
  faCircleHalfStroke,
  faKeyboard,
  faMoon,
  faServer,
  faSun,
  faUser,
} from "@fortawesome/free-solid-svg-icons";
import { useQuery } from "../data/queries.ts";
import { useMe } from "../data/session.ts";
import { setTheme, theme } from "../data/theme.ts";
import { base } from "../navigation/base.ts";
import { urlOf } from "../navigation/router.ts";
import { Menu } from "../parts/menu.tsx";
import { Avatar } from "../parts/small.tsx";
import { words } from "../words/index.ts";
import { openShortcuts } from "./palette/open.tsx";

const themeIcons = { system: faCircleHalfStroke, light: faSun, dark: faMoon };

/** The signed-in user: the account, the theme, and signing out. */
export function UserMenu() {
  const me = useMe();
  const isServerAdmin = useQuery("GET /user/account", {}).data?.serverAdmin ?? false;
  const { themes } = words.frame;
  return (
    <div class="sidebar-bottom">
      <Menu
        label={`${words.frame.account}: ${me?.displayName ?? ""}`}
        buttonClass="user-button"
        items={[
          { label: words.frame.account, icon: faUser, href: urlOf("/account") },
          ...(isServerAdmin ? [{ label: words.frame.server, icon: faServer, href: urlOf("/server") }] : []),
          ...(["system", "light", "dark"] as const).map((name, i) => ({
            label: themes[name],
            icon: themeIcons[name],
            isChecked: theme.value === name,
            isFirstOfGroup: i === 0,
            onSelect: () => setTheme(name),
          })),
          {
            label: words.frame.shortcuts,
            icon: faKeyboard,
            shortcut: "?",
            isFirstOfGroup: true,
            onSelect: openShortcuts,
          },
          {
            label: words.frame.signOut,
            icon: faArrowRightFromBracket,
            isFirstOfGroup: true,
            onSelect: signOut,
          },
        ]}
      >
        <Avatar name={me?.displayName ?? ""} url={me?.photoURL} />
        <span class="user-name">{me?.displayName}</span>
      </Menu>
    </div>
  );
}

/** Signs out and forgets what is in memory, by loading another page. */
async function signOut(): Promise<void> {
  await fetch(`${base}/auth/sign-out`, { method: "POST" });
  location.assign(`${base}/auth/sign-in`);
}
