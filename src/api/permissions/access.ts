import type { Membership, Role } from "../../identity/roles/index.ts";
import { forbidden } from "../../platform/index.ts";
import type { LibraryItemTable } from "../../storage/database/index.ts";
import { onCollection } from "../collections/index.ts";
import type { Access } from "../http/index.ts";
import { onActiveSpace, onSpace } from "../spaces/index.ts";

export interface OnItem {
  readonly item: LibraryItemTable;
  readonly member: Membership;
}

/** `list`: members with read access, except guests; `inspect`: admins of the item; `admin`: also, unless it is in the trash. */
type Level = "list" | "inspect" | "admin";
export type AccessTo = (level: Level) => Access<OnItem, unknown>;

export const onSpaceItem: AccessTo = (level) => {
  const role = level === "list" ? "read" : "admin";
  return onItem(level, level === "admin" ? onActiveSpace(role) : onSpace(role), ({ space }) => space);
};

export const onCollectionItem: AccessTo = (level) =>
  onItem(level, onCollection(level === "list" ? "read" : "admin"), ({ collection }) => collection);

function onItem<Subject extends { member: Membership; role: Role }, Params>(
  level: Level,
  access: Access<Subject, Params>,
  itemOf: (subject: Subject) => LibraryItemTable,
): Access<OnItem, Params> {
  return {
    rule: level === "list" ? `${access.rule}; guests need the role \`admin\`` : access.rule,
    resolve: async (call) => {
      const subject = await access.resolve(call);
      if (level === "list" && subject.member.role === null && subject.role !== "admin")
        throw forbidden("Guests do not see who else has access");
      return { item: itemOf(subject), member: subject.member };
    },
  };
}
