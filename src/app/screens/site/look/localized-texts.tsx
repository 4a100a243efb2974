import { faXmark } from "@fortawesome/free-solid-svg-icons";
import { IconButton } from "../../../parts/button.tsx";
import { Select, TextField } from "../../../parts/field.tsx";
import { words } from "../../../words/index.ts";

const texts = words.look;
const languages: Readonly<Record<string, string>> = texts.fields["internationalization.locale"].choices;

export type Localized = Readonly<Record<string, string>>;

/** A text in other languages: site spaces in that language show it. */
export function LocalizedTexts({
  label,
  value = {},
  maxLength,
  onChange,
}: {
  readonly label: string;
  readonly value: Localized | undefined;
  readonly maxLength: number;
  readonly onChange: (value: Localized | undefined) => void;
}) {
  const used = Object.keys(value);
  const free = Object.entries(languages).filter(([language]) => !used.includes(language));
  const remove = (language: string) => {
    const { [language]: _, ...others } = value;
    onChange(Object.keys(others).length === 0 ? undefined : others);
  };
  return (
    <div class="localized">
      {used.map((language) => {
        const name = texts.translationOf(label, languages[language] ?? language);
        return (
          <div key={language} class="localized-row">
            <TextField
              label={name}
              value={value[language] ?? ""}
              maxLength={maxLength}
              onInput={(text) => onChange({ ...value, [language]: text })}
            />
            <IconButton icon={faXmark} label={texts.list.remove(name)} onClick={() => remove(language)} />
          </div>
        );
      })}
      {free.length > 0 && (
        <Select
          label={texts.addLanguage(label)}
          value=""
          options={[
            { value: "", label: texts.addLanguageShort },
            ...free.map(([language, name]) => ({ value: language, label: name })),
          ]}
          onChange={(language) => language !== "" && onChange({ ...value, [language]: "" })}
        />
      )}
    </div>
  );
}
