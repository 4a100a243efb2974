import { isConnected } from "../data/connection.ts";
import { ConfirmationDialog, OpenedDialog } from "../parts/dialog.tsx";
import { Toasts } from "../parts/toasts.tsx";
import { words } from "../words/index.ts";
import { SignInDialog } from "./sign-in-dialog.tsx";

/** What can appear over every screen: messages and dialogs. */
export function Overlays() {
  return (
    <>
      {!isConnected.value && (
        <p class="connection-notice" role="status">
          {words.errors.offline}
        </p>
      )}
      <Toasts />
      <OpenedDialog />
      <ConfirmationDialog />
      <SignInDialog />
    </>
  );
}
