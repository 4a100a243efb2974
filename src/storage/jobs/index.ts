export {
  claim,
  enqueue,
  finish,
  giveBack,
  isAnyDue,
  type Lane,
  leaseLength,
  postpone,
  releaseOfEnded,
  renew,
} from "./queue.ts";
