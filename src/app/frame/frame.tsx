import { faBars } from "@fortawesome/free-solid-svg-icons";
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { isConnected } from "../data/connection.ts";
import { place } from "../navigation/router.ts";
import { IconButton } from "../parts/button.tsx";
import { ConfirmationDialog } from "../parts/dialog.tsx";
import { Toasts } from "../parts/toasts.tsx";
import { words } from "../words/index.ts";
import { Sidebar } from "./sidebar.tsx";
import { SignInDialog } from "./sign-in-dialog.tsx";

/** Whether the navigation is open where it covers the content. */
const isDrawerOpen = signal(false);

/** What surrounds every screen: the navigation, notices and dialogs. */
export function Frame({ children }: { readonly children: ComponentChildren }) {
  const { path } = place.value;
  useEffect(() => {
    isDrawerOpen.value = false;
  }, [path]);
  return (
    <>
      <a class="skip-link" href="#content">
        {words.frame.skip}
      </a>
      <div class="frame" data-drawer={isDrawerOpen.value ? "open" : undefined}>
        <Sidebar onClose={() => (isDrawerOpen.value = false)} />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a click beside the drawer closes it; Escape does so too. */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above. */}
        <div class="drawer-shade" onClick={() => (isDrawerOpen.value = false)} />
        <div class="frame-main">
          <div class="top-bar">
            <IconButton
              icon={faBars}
              label={words.frame.openNavigation}
              aria-expanded={isDrawerOpen.value}
              onClick={() => (isDrawerOpen.value = true)}
            />
            <span class="product">{words.frame.product}</span>
          </div>
          {!isConnected.value && (
            <p class="connection-notice" role="status">
              {words.errors.offline}
            </p>
          )}
          <main id="content" tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
      <Toasts />
      <ConfirmationDialog />
      <SignInDialog />
    </>
  );
}
