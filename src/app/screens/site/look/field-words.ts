import { words } from "../../../words/index.ts";

interface FieldWords {
  readonly label: string;
  readonly hint?: string;
  /** What applies if the field is not set, where it is not one of the choices. */
  readonly unset?: string;
  readonly choices?: Readonly<Record<string, string>>;
}

const fields: Readonly<Record<string, FieldWords>> = words.look.fields;

export function fieldWords(path: string): FieldWords {
  return fields[path] ?? { label: path };
}

export function fieldLabel(path: string): string {
  return fieldWords(path).label;
}
