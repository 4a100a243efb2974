import type { Membership } from "../../identity/roles/index.ts";
import {
  type NotificationKind,
  notificationKinds,
  type Reader,
  toFlag,
  type Writer,
} from "../../storage/database/index.ts";
import type { NotificationSettings, NotificationSettingsUpdate } from "./schema.ts";

/** Which kinds a member is told about. Stored are those that they have chosen. */
export async function readSettings(db: Reader, member: Membership): Promise<NotificationSettings> {
  const rows = await db
    .selectFrom("notification_settings")
    .where("organization_id", "=", member.organizationId)
    .where("user_id", "=", member.userId)
    .select(["kind", "in_list"])
    .execute();
  const stored = new Map(rows.map(({ kind, in_list }) => [kind, in_list === 1]));
  const kinds = Object.fromEntries(
    notificationKinds.map((kind) => [kind, { list: stored.get(kind) ?? true }]),
  ) as NotificationSettings["kinds"];
  return { object: "notification-settings", kinds };
}

export async function changeSettings(
  trx: Writer,
  member: Membership,
  { kinds }: NotificationSettingsUpdate,
): Promise<void> {
  const key = { organization_id: member.organizationId, user_id: member.userId };
  const rows = Object.entries(kinds).map(([kind, { list }]) => ({
    ...key,
    kind: kind as NotificationKind,
    in_list: toFlag(list),
  }));
  if (rows.length === 0) return;
  await trx
    .insertInto("notification_settings")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(["organization_id", "user_id", "kind"])
        .doUpdateSet((eb) => ({ in_list: eb.ref("excluded.in_list") })),
    )
    .execute();
}
