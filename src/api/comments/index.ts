export { commentableChangeRequest } from "./commentable.ts";
export { presentComments } from "./present.ts";
export { changeRequestComments, spaceComments } from "./routes.ts";
export { Comment, CommentBody } from "./schema.ts";
export { findReviewComments, presentedSize } from "./store.ts";
export { postComment, readOptionalBody, runCommentTransaction } from "./write-comments.ts";
