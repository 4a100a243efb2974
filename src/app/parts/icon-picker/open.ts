import { openDialog } from "../dialog.tsx";

/** An emoji or the name of an icon; an empty text if there is none. */
export interface ChosenIcon {
  readonly emoji: string;
  readonly icon: string;
}

interface IconOptions {
  /** Whether emoji are offered beside icons. */
  readonly hasEmoji?: boolean;
  readonly onClose?: () => void;
}

/** Lets the user choose an emoji or an icon. Their names are loaded then. */
export async function chooseIcon(
  onChoose: (chosen: ChosenIcon) => void,
  { hasEmoji = true, onClose }: IconOptions = {},
): Promise<void> {
  const { drawIconPicker } = await import("./icon-picker.tsx");
  openDialog((close) =>
    drawIconPicker({
      hasEmoji,
      onChoose,
      onClose: () => {
        close();
        onClose?.();
      },
    }),
  );
}
