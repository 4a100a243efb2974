import { currentActions } from "../../data/actions.ts";
import { showFailure } from "../../data/toasts.ts";
import { openDialog } from "../../parts/dialog.tsx";

/** Opens the command palette, which is loaded when it is first used. */
export async function openPalette(): Promise<void> {
  const actions = currentActions();
  try {
    const { Palette } = await import("./palette.tsx");
    openDialog((close) => <Palette actions={actions} onClose={close} />);
  } catch (error) {
    showFailure(error);
  }
}

/** Opens the list of shortcuts. */
export async function openShortcuts(): Promise<void> {
  const actions = currentActions();
  try {
    const { ShortcutList } = await import("./shortcut-list.tsx");
    openDialog((close) => <ShortcutList actions={actions} onClose={close} />);
  } catch (error) {
    showFailure(error);
  }
}
