import type { Action } from "../../data/actions.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Keys } from "../../parts/keys.tsx";
import { words } from "../../words/index.ts";

interface Entry {
  readonly label: string;
  readonly shortcut: string;
}

/** All shortcuts of what is shown, in groups. */
export function ShortcutList({
  actions,
  onClose,
}: {
  readonly actions: readonly Action[];
  readonly onClose: () => void;
}) {
  const texts = words.palette.shortcuts;
  const groups = new Map<string, Entry[]>([
    [texts.general, [{ label: texts.search, shortcut: "mod+K" }]],
    [texts.go, []],
    [texts.create, []],
  ]);
  for (const { label, shortcut, group } of actions) {
    if (shortcut === undefined) continue;
    groups.set(group, [...(groups.get(group) ?? []), { label, shortcut }]);
  }
  groups.set(texts.library, treeShortcuts());
  groups.set(words.editorMenus.shortcuts.group, editorShortcuts());
  return (
    <Dialog title={texts.title} size="wide" onClose={onClose}>
      <div class="shortcut-list">
        {[...groups].map(
          ([group, entries]) =>
            entries.length > 0 && (
              <section key={group}>
                <h3>{group}</h3>
                <dl>
                  {entries.map(({ label, shortcut }) => (
                    <div key={shortcut}>
                      <dt>{label}</dt>
                      <dd>
                        <Keys of={shortcut} isDecorative={false} />
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            ),
        )}
      </div>
      <p class="hint">{texts.note}</p>
    </Dialog>
  );
}

function treeShortcuts(): Entry[] {
  const { tree } = words.palette.shortcuts;
  return [
    { label: tree.arrows, shortcut: "↑ ↓ ← →" },
    { label: tree.open, shortcut: "Enter" },
    { label: tree.rename, shortcut: "F2" },
    { label: tree.moveUp, shortcut: "alt+↑" },
    { label: tree.moveDown, shortcut: "alt+↓" },
    { label: tree.moveIn, shortcut: "alt+→" },
    { label: tree.moveOut, shortcut: "alt+←" },
    { label: tree.delete, shortcut: "Delete" },
  ];
}

function editorShortcuts(): Entry[] {
  const { shortcuts } = words.editorMenus;
  return [
    { label: shortcuts.slash, shortcut: "/" },
    { label: shortcuts.format, shortcut: "alt+F10" },
    { label: shortcuts.block, shortcut: "alt+F9" },
    { label: shortcuts.link, shortcut: "mod+K" },
    { label: shortcuts.find, shortcut: "mod+F" },
    { label: shortcuts.duplicate, shortcut: "mod+D" },
    { label: shortcuts.moveUp, shortcut: "alt+shift+↑" },
    { label: shortcuts.moveDown, shortcut: "alt+shift+↓" },
    { label: shortcuts.selectMore, shortcut: "mod+A" },
    { label: shortcuts.breakLine, shortcut: "shift+Enter" },
    { label: shortcuts.leave, shortcut: "Escape Tab" },
  ];
}
