import { faRotateLeft } from "@fortawesome/free-solid-svg-icons";
import type { ComponentChildren } from "preact";
import { IconButton } from "../../../parts/button.tsx";
import { words } from "../../../words/index.ts";
import { fieldWords } from "./field-words.ts";
import { type Field, pathsOf } from "./fields.ts";
import { useForm } from "./form-context.ts";
import { siteLayer } from "./look-state.ts";
import { valueAt, without } from "./values.ts";

const texts = words.look;

/** A field with what resets it. In a site space, it says whether it is inherited. */
export function FieldRow({
  field,
  children,
}: {
  readonly field: Field;
  readonly children: ComponentChildren;
}) {
  const form = useForm();
  const { label, hint } = fieldWords(field.path);
  const paths = pathsOf(field);
  const isSet = paths.some((path) => valueAt(form.own, path) !== undefined);
  const reset = () => form.edit((own) => without(own, paths));
  return (
    <div class={`look-field${isSet ? " is-set" : ""}`}>
      <div class="look-control">{children}</div>
      {isSet && <IconButton icon={faRotateLeft} label={texts.reset(label)} onClick={reset} />}
      {hint && <p class="hint">{hint}</p>}
      {!isSet && form.layer !== siteLayer && <p class="hint look-inherited">{texts.inherited}</p>}
    </div>
  );
}
