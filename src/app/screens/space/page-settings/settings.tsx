import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { showFailure } from "../../../data/toasts.ts";
import { place as currentPlace, setQuery } from "../../../navigation/router.ts";
import type { EditAccess } from "../content-place.ts";
import type { SettingsProps } from "./settings-dialog.tsx";

/** The settings of a page, if the address has them. Their script is loaded then. */
export function PageSettings({
  access,
  ...props
}: Omit<SettingsProps, "part" | "onClose"> & { readonly access: EditAccess }) {
  const part = currentPlace.value.query.get("settings");
  const isOpen = part !== null && access === "edit";
  const [loaded, setLoaded] = useState<{ Dialog: ComponentType<SettingsProps> }>();
  useEffect(() => {
    if (isOpen && loaded === undefined)
      import("./settings-dialog.tsx").then(
        ({ SettingsDialog }) => setLoaded({ Dialog: SettingsDialog }),
        showFailure,
      );
  }, [isOpen]);
  if (!isOpen || loaded === undefined) return null;
  return <loaded.Dialog {...props} part={part} onClose={() => setQuery({ settings: "" })} />;
}
