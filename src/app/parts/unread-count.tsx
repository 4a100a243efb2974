import { useUnreadCount } from "../data/notifications.ts";
import { words } from "../words/index.ts";

/** The number of unread notifications, if there are any. */
export function UnreadCount({ organizationId }: { readonly organizationId: string }) {
  const unread = useUnreadCount(organizationId);
  if (unread === undefined || unread.count === 0) return null;
  const text = unread.hasMore ? `${unread.count}+` : String(unread.count);
  return (
    <>
      {" "}
      <span class="unread-count" aria-hidden="true">
        {text}
      </span>
      <span class="hidden-text">{words.inbox.unread(text)}</span>
    </>
  );
}
