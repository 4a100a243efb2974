import {
  faArchive,
  faAt,
  faCheck,
  faCodeMerge,
  faCodePullRequest,
  faComment,
  faEllipsis,
  faEnvelope,
  faEnvelopeOpen,
  faReply,
  faTriangleExclamation,
  type IconDefinition,
} from "@fortawesome/free-solid-svg-icons";
import type { Notification } from "../data/api-types.ts";
import { setUnread, subscribeWithUndo } from "../data/notifications.ts";
import { pathOfUrl, urlOf } from "../navigation/router.ts";
import { words } from "../words/index.ts";
import { IconButton } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { Menu, type MenuItem } from "./menu.tsx";
import { Time } from "./small.tsx";

const texts = words.inbox;

const icons: Record<Notification["kind"], IconDefinition> = {
  "review-requested": faCodePullRequest,
  mentioned: faAt,
  replied: faReply,
  commented: faComment,
  reviewed: faCheck,
  merged: faCodeMerge,
  archived: faArchive,
  conflicts: faTriangleExclamation,
  "merge-failed": faTriangleExclamation,
};

interface NotificationRowProps {
  readonly organizationId: string;
  readonly notification: Notification;
}

/** A notification: what happened, what it is about, and the beginning of the comment. Opening it marks it as read. */
export function NotificationRow({ organizationId, notification }: NotificationRowProps) {
  const { id, kind, unread, space, changeRequest, comment, reason, updatedAt } = notification;
  const mark = (isUnread: boolean) => setUnread(organizationId, notification, isUnread);
  return (
    <li class="notification" data-notification={id} data-unread={unread ? "" : undefined}>
      <span class="notification-icon" data-kind={kind}>
        <Icon of={icons[kind]} />
      </span>
      <div class="row-main">
        <a
          class="row-title"
          href={urlOf(pathOfUrl(notification.urls.app) ?? `/spaces/${space.id}`)}
          onClick={() => unread && mark(false)}
        >
          {unread && <span class="hidden-text">{texts.isUnread} </span>}
          {texts.sentence(notification)}
        </a>
        <span class="row-note">
          {changeRequest && `${texts.request(changeRequest.number, changeRequest.subject)} · `}
          {space.title} · <Time at={updatedAt} />
        </span>
        {(comment?.excerpt || reason) && <span class="notification-text">{comment?.excerpt || reason}</span>}
      </div>
      <IconButton
        class="notification-mark"
        icon={unread ? faEnvelopeOpen : faEnvelope}
        label={unread ? texts.markRead : texts.markUnread}
        onClick={() => mark(!unread)}
      />
      <NotificationMenu notification={notification} onMark={mark} />
    </li>
  );
}

interface NotificationMenuProps {
  readonly notification: Notification;
  readonly onMark: (isUnread: boolean) => Promise<void>;
}

function NotificationMenu({ notification, onMark }: NotificationMenuProps) {
  const { space, changeRequest, comment, unread } = notification;
  const mute = (label: string, thread?: string): MenuItem => ({
    label,
    onSelect: () =>
      subscribeWithUndo({ space: space.id, changeRequest: changeRequest?.id, thread }, "muted", texts.muted),
  });
  const items = [
    { label: unread ? texts.markRead : texts.markUnread, onSelect: () => onMark(!unread) },
    ...(comment ? [mute(texts.muteThread, comment.thread)] : []),
    ...(changeRequest ? [mute(texts.muteRequest)] : []),
  ];
  return (
    <Menu label={texts.actions} items={items}>
      <Icon of={faEllipsis} />
    </Menu>
  );
}
