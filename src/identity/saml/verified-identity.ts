/** Who a provider says that somebody is. */
export interface Person {
  readonly email: string;
  /** Empty where it is not known. */
  readonly displayName: string;
}

/** Who a provider vouches for, in answer to a question of ours. */
export interface Vouching extends Person {
  /** What we had sent along with the question. */
  readonly ticket: string;
  /** When the provider wants the session to end. */
  readonly until?: string;
}
