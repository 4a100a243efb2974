// What users are told: recording events for those whom they concern, in the transactions of the events.
export {
  notifyClosed,
  notifyConflicts,
  notifyMergeFailed,
  notifyReviewed,
  notifyReviewRequested,
} from "./change-request-events.ts";
export { notifyCommented, notifyMentioned } from "./comment-events.ts";
export { markCommentsRead } from "./mark-read.ts";
export { excerptOf, excerptSource, mentionedUsers } from "./mentions.ts";
export {
  maxNotifications,
  removeOldNotifications,
  removeReply,
  removeReviewRequest,
  removeThread,
} from "./remove.ts";
