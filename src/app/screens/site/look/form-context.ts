import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Site, SiteSpace } from "../../../data/api-types.ts";
import { siteLayer } from "./look-state.ts";
import { type Values, valueAt, withValue } from "./values.ts";

/** What the fields of the form read and change: one layer of the customization. */
export interface LookForm {
  readonly organizationId: string;
  readonly site: Site;
  readonly siteSpaces: readonly SiteSpace[];
  readonly layer: string;
  readonly own: Values;
  readonly inherited: Values;
  readonly effective: Values;
  /** Changes the newest values of the layer, which may be newer than those that are shown. */
  edit(change: (own: Values) => Values, field?: string): void;
}

export const FormContext = createContext<LookForm | undefined>(undefined);

export function useForm(): LookForm {
  const form = useContext(FormContext);
  if (form === undefined) throw new Error("outside of the form");
  return form;
}

/** A field of the form: its effective value, whether this layer sets it, and what changes it. Undefined takes it back. */
export function useField<T>(path: string) {
  const form = useForm();
  const own = valueAt(form.own, path);
  const change = (update: (value: T | undefined) => T | undefined) =>
    form.edit((values) => {
      const newest = valueAt(values, path) ?? valueAt(form.inherited, path);
      return withValue(values, path, update(newest as T | undefined));
    }, path);
  return {
    value: valueAt(form.effective, path) as T | undefined,
    own: own as T | undefined,
    isSet: own !== undefined,
    isOfSite: form.layer === siteLayer,
    set: (value: T | undefined) => change(() => value),
    /** Changes the newest value, for what takes time, such as an upload. */
    change,
  };
}
