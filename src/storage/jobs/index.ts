// The job queue: work that is enqueued in a transaction and claimed with a lease.
export {
  claim,
  enqueue,
  fail,
  finish,
  isAnyDue,
  isLastAttempt,
  type Lane,
  leaseLength,
  release,
  releaseEnded,
  renew,
} from "./queue.ts";
