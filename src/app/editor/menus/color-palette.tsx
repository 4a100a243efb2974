import type { Command, EditorState } from "prosemirror-state";
import { words } from "../../words/index.ts";
import { type ColorPart, colorAt, colors, setColor } from "./format.ts";

const texts = words.editorMenus.format;

/** The colors of text and of its background. */
export function ColorPalette({
  state,
  onPick,
}: {
  readonly state: EditorState;
  readonly onPick: (command: Command) => void;
}) {
  return (
    <div class="color-palette">
      {(["text", "background"] satisfies ColorPart[]).map((part) => (
        <fieldset key={part}>
          <legend>{texts.colorParts[part]}</legend>
          <div class="color-choices">
            {colors.map((color) => {
              const name = texts.colors[color];
              return (
                <button
                  key={color}
                  type="button"
                  class="color-choice"
                  data-part={part}
                  data-color={color.replace("$", "")}
                  aria-label={name}
                  title={name}
                  aria-pressed={colorAt(state, part) === color}
                  onClick={() => onPick(setColor(part, color))}
                >
                  A
                </button>
              );
            })}
          </div>
        </fieldset>
      ))}
    </div>
  );
}
