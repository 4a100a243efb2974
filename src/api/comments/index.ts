// Comments, replies and reactions on spaces and change requests.
export {
  changeRequestKind,
  commentableChangeRequest,
  type OnCommentable,
  onComment,
  spaceKind,
} from "./access.ts";
export { presentComments } from "./present.ts";
export { changeRequestComments, spaceComments } from "./routes.ts";
export { Comment, CommentBody, CommentCreate, CommentTarget } from "./schema.ts";
export { findReviewComments, presentedSize } from "./store.ts";
export { findTarget, loadTargetPresenter, type StoredTarget } from "./target.ts";
export {
  type Actor,
  type CommentText,
  postComment,
  readBody,
  readOptionalBody,
  runCommentTransaction,
  withMentions,
} from "./write-comments.ts";
