// Comments, replies and reactions on spaces and change requests.
export { commentableChangeRequest } from "./access.ts";
export { presentComments } from "./present.ts";
export { changeRequestComments, spaceComments } from "./routes.ts";
export { Comment, CommentBody, CommentCreate, CommentTarget } from "./schema.ts";
export { findReviewComments, presentedSize } from "./store.ts";
export { findTarget, loadTargetPresenter, type StoredTarget } from "./target.ts";
export {
  type Actor,
  postComment,
  readBody,
  readOptionalBody,
  runCommentTransaction,
} from "./write-comments.ts";
