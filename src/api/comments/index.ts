export { readMaybeBody } from "./body.ts";
export { placeOfChangeRequest } from "./place.ts";
export { postComment } from "./post-comment.ts";
export { presentComments } from "./present.ts";
export { changeRequestComments, spaceComments } from "./routes.ts";
export { Comment, CommentBody } from "./schema.ts";
export { findReviewComments, shownSize } from "./store.ts";
export { writeInTurn } from "./write-in-turn.ts";
