import { words } from "../words/index.ts";
import { Select, SelectField } from "./field.tsx";

export type Role = "admin" | "create" | "review" | "edit" | "comment" | "read";

/** The roles, from the one that may do most. */
export const roles: readonly Role[] = ["admin", "create", "review", "edit", "comment", "read"];

/** The name of a role. Null is a guest, who sees only what is shared with them. */
export function roleName(role: Role | null): string {
  return words.roles.names[role ?? "guest"];
}

/** Guests have no role; the options of a select have texts. */
const guest = "guest";

interface RoleSelectProps {
  readonly label: string;
  readonly value: Role | null;
  readonly disabled?: boolean;
  /** Whether the role can be "guest", which is null. */
  readonly allowsGuest?: boolean;
  readonly onChange: (role: Role | null) => unknown;
}

/** A choice of roles in a row of a list. */
export function RoleSelect({ value, onChange, allowsGuest = false, ...select }: RoleSelectProps) {
  return (
    <Select
      {...select}
      value={value ?? guest}
      options={roleOptions(allowsGuest)}
      onChange={(text) => onChange(readRole(text))}
    />
  );
}

/** A choice of roles in a form, with a hint that says what the chosen one may do. */
export function RoleField({ value, onChange, allowsGuest = false, ...field }: RoleSelectProps) {
  return (
    <SelectField
      {...field}
      value={value ?? guest}
      options={roleOptions(allowsGuest)}
      hint={words.roles.hints[value ?? guest]}
      onChange={(text) => onChange(readRole(text))}
    />
  );
}

function roleOptions(allowsGuest: boolean) {
  const options = roles.map((role) => ({ value: role as string, label: roleName(role) }));
  return allowsGuest ? [...options, { value: guest, label: roleName(null) }] : options;
}

/** The role of a text, such as an option or a parameter of the query; null for a guest. */
export function readRole(text: string): Role | null {
  return roles.find((role) => role === text) ?? null;
}
