// The job queue: work that is enqueued in a transaction and claimed with a lease.
export { endsJob, fenceDatabase, LostLeaseError } from "./fence.ts";
export {
  countJobs,
  countJobsByKind,
  type JobState,
  jobStateOf,
  jobStates,
  removeJob,
  repeatingKey,
  retryJobs,
  selectJobs,
} from "./manage.ts";
export {
  claim,
  enqueue,
  enqueueAll,
  enqueueClaimed,
  fail,
  findEndedHolders,
  finish,
  isAnyDue,
  isLastAttempt,
  type Lane,
  leaseLength,
  release,
  releaseAll,
  releaseJobsOf,
  renew,
  reportProgress,
} from "./queue.ts";
