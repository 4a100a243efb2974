import type { PageHtml } from "../../../data/api-types.ts";
import { openDialog } from "../../../parts/dialog.tsx";
import type { ContentPlace } from "../content-place.ts";
import { savePage } from "../page-saving.ts";

/** An emoji or the name of an icon; an empty text if there is none. */
export interface ChosenIcon {
  readonly emoji: string;
  readonly icon: string;
}

/** Lets the user choose an emoji or an icon. Their names are loaded then. */
export async function chooseIcon(onChoose: (chosen: ChosenIcon) => void): Promise<void> {
  const { drawIconPicker } = await import("./icon-picker.tsx");
  openDialog((close) => drawIconPicker(close, onChoose));
}

/** Lets the user choose the emoji or the icon of a page. */
export function openIconPicker(input: {
  readonly place: ContentPlace;
  readonly page: Pick<PageHtml, "id">;
}): Promise<void> {
  return chooseIcon((chosen) => savePage(input.place, input.page.id, { ...chosen }, true));
}
