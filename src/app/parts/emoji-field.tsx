import { useState } from "preact/hooks";
import { words } from "../words/index.ts";
import { TextField } from "./field.tsx";

const frequent = [..."📘📗📕📙📚📖📝📄📋📁🧭🌐🚀🔨🔧🧰🔌🔒🔑🧪🧩💡💬🎓🏠🏢👥🤝📦🌍🌱⭐💙🔥✅❓"];

/** A field for an emoji, with frequent ones to choose from. */
export function EmojiField({ name, value: initial }: { readonly name: string; readonly value: string }) {
  const [value, setValue] = useState(initial);
  const texts = words.library;
  return (
    <div class="emoji-field">
      <TextField
        label={texts.emoji}
        name={name}
        value={value}
        hint={texts.emojiHint}
        maxLength={50}
        autocomplete="off"
        onInput={setValue}
      />
      <fieldset class="emoji-choices" aria-label={texts.emojiChoices}>
        {frequent.map((emoji) => (
          <button
            key={emoji}
            type="button"
            class="icon-button emoji"
            aria-pressed={value === emoji}
            onClick={() => setValue(emoji)}
          >
            {emoji}
          </button>
        ))}
      </fieldset>
    </div>
  );
}
