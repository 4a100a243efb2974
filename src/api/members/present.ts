import type { Urls } from "../../config/index.ts";
import { presentUser } from "../users/index.ts";
import type { Member } from "./schema.ts";
import type { MemberRow } from "./store.ts";

export function presentMember(row: MemberRow, urls: Urls): Member {
  return {
    object: "member",
    id: row.user_id,
    role: row.role,
    user: presentUser({ ...row, id: row.user_id }, urls),
    disabled: row.disabled === 1,
    joinedAt: row.joined_at,
    lastSeenAt: row.last_seen_at ?? undefined,
    sso: row.sso === 1,
    spaces: row.spaces,
    teams: row.teams,
  };
}
