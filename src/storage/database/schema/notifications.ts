import type { Flag, NotificationKind, OwnedTable, SubscriptionState, Timestamp } from "./columns.ts";

/** What happened that concerns a user. Events of one group are one row. */
export interface NotificationTable extends OwnedTable {
  /** The user who is told. */
  user_id: string;
  /** The space, or that of the change request. */
  space_id: string;
  /** The space or the change request. */
  place_id: string;
  kind: NotificationKind;
  /** What its events have in common besides the place and the kind: a thread, a page, or "". */
  group_key: string;
  /** The page, the comment and the thread of the last event. */
  page_id: string | null;
  thread_id: string | null;
  comment_id: string | null;
  /** The status of a review, or why a merge failed. */
  detail: string | null;
  /** Who caused the last event; null if it was the server. */
  actor_id: string | null;
  /** The number of events since it was last read. */
  count: number;
  created_at: Timestamp;
  /** When the last event happened. */
  updated_at: Timestamp;
  read_at: Timestamp | null;
}

/** Whether a member is told about a kind of events. By default, they are. */
export interface NotificationSettingTable {
  organization_id: string;
  user_id: string;
  kind: NotificationKind;
  in_list: Flag;
}

/** A change request or thread that a member follows or has muted. */
export interface SubscriptionTable {
  organization_id: string;
  user_id: string;
  /** The space, or that of the change request. */
  space_id: string;
  /** The space or the change request. */
  place_id: string;
  /** The comment that started the thread; "" for all of the change request. */
  thread_id: string;
  state: SubscriptionState;
}
