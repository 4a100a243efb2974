import type { OpenAPIPageSet } from "../../../data/api-types.ts";
import { Checkbox, SelectField } from "../../../parts/field.tsx";
import { words } from "../../../words/index.ts";

type Settings = Pick<OpenAPIPageSet, "grouping" | "models" | "delivery">;

export const defaultSettings: Settings = { grouping: "by-tag", models: false, delivery: "change-request" };

/** Which pages are made, and how they are changed later. */
export function SettingsFields({ settings }: { readonly settings: Settings }) {
  const texts = words.openapi.pages;
  const options = (labels: Readonly<Record<string, string>>) =>
    Object.entries(labels).map(([value, label]) => ({ value, label }));
  return (
    <>
      <SelectField
        label={texts.grouping}
        name="grouping"
        value={settings.grouping}
        options={options(texts.groupings)}
      />
      <Checkbox label={texts.models} name="models" checked={settings.models} />
      <SelectField
        label={texts.delivery}
        name="delivery"
        value={settings.delivery}
        options={options(texts.deliveries)}
        hint={texts.deliveryHint}
      />
    </>
  );
}

export function readSettings(form: FormData): Settings {
  return {
    grouping: form.get("grouping") === "by-operation" ? "by-operation" : "by-tag",
    models: form.get("models") !== null,
    delivery: form.get("delivery") === "direct" ? "direct" : "change-request",
  };
}
