export { placeOfChangeRequest } from "./commentable.ts";
export { presentComments } from "./present.ts";
export { changeRequestComments, spaceComments } from "./routes.ts";
export { Comment, CommentBody } from "./schema.ts";
export { findReviewComments, shownSize } from "./store.ts";
export { postComment, readMaybeBody, writeInTurn } from "./write-comments.ts";
