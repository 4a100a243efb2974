import type { IconDefinition } from "@fortawesome/free-solid-svg-icons";
import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import { type Action, useActions } from "../data/actions.ts";
import { words } from "../words/index.ts";

/** The title of the screen whose actions are around a component; undefined elsewhere. */
const ScreenTitle = createContext<string | undefined>(undefined);

/** The actions of a screen. The command palette offers every button, link and entry of a menu in them. */
export function ScreenActions({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
}) {
  return (
    <ScreenTitle.Provider value={title}>
      <div class="screen-actions">{children}</div>
    </ScreenTitle.Provider>
  );
}

interface ScreenAction {
  readonly label: string;
  readonly icon?: IconDefinition | undefined;
  readonly run: () => unknown;
}

/** Offers actions in the palette while the component is among those of a screen. They are asked for when the palette is opened. */
export function useScreenActions(actionsOf: () => readonly ScreenAction[]): void {
  const title = useContext(ScreenTitle);
  useActions(title === undefined ? undefined : () => actionsOf().map((action) => ofScreen(title, action)));
}

/** Offers actions of a screen that are not in its header, such as those of a toolbar. */
export function useActionsOf(title: string, actions: readonly ScreenAction[]): void {
  useActions(() => actions.map((action) => ofScreen(title, action)));
}

function ofScreen(title: string, { label, icon, run }: ScreenAction): Action {
  const group = words.palette.shortcuts.screen;
  return { id: `screen-${title}-${label}`, label, note: title, ...(icon && { icon }), group, run };
}
