import { DistinctCounter } from "./distinct-counter.ts";
import { type EventField, feedbackRatings } from "./event.ts";

/** What is counted in a group of events, with the fields that it needs. */
export const measureFields = {
  eventsCount: [],
  visitorsCount: ["visitor"],
  sessionsCount: ["visitor", "session"],
  pageFeedbackRating: ["type", "rating"],
  askResponseRating: ["type", "answerRating"],
} as const satisfies Record<string, readonly EventField[]>;

export type Measure = keyof typeof measureFields;

export function isMeasure(column: string): column is Measure {
  return Object.hasOwn(measureFields, column);
}

/** Equal events, with their ratings of pages and answers. */
interface RatedEvents {
  readonly count: number;
  readonly type: string | null;
  readonly rating: string | null;
  readonly answerRating: string | null;
}

/** Counts the events of a group. */
export class GroupCounter {
  readonly #visitors: DistinctCounter | undefined;
  readonly #sessions: DistinctCounter | undefined;
  readonly #feedback = { ok: 0, good: 0, bad: 0 };
  readonly #answers = { positive: 0, negative: 0 };
  #events = 0;

  constructor(measures: ReadonlySet<Measure>) {
    if (measures.has("visitorsCount")) this.#visitors = new DistinctCounter();
    if (measures.has("sessionsCount")) this.#sessions = new DistinctCounter();
  }

  addEvents(count: number): void {
    this.#events += count;
  }

  /** Adds the hashes of a visitor and a session; undefined if the event has none. */
  addVisit(visitor: number | undefined, session: number | undefined): void {
    if (visitor !== undefined) this.#visitors?.add(visitor);
    if (session !== undefined) this.#sessions?.add(session);
  }

  addRatings({ count, type, rating, answerRating }: RatedEvents): void {
    // A comment repeats the rating of the feedback before it.
    if (type === "page_post_feedback" && isRating(rating)) this.#feedback[rating] += count;
    if (type === "ask_rate_response" && answerRating !== null)
      this.#answers[answerRating === "1" ? "positive" : "negative"] += count;
  }

  read(measure: Measure): unknown {
    switch (measure) {
      case "eventsCount":
        return this.#events;
      case "visitorsCount":
        return this.#visitors?.count ?? 0;
      case "sessionsCount":
        return this.#sessions?.count ?? 0;
      case "pageFeedbackRating":
        return { ...this.#feedback };
      case "askResponseRating":
        return { ...this.#answers };
    }
  }
}

function isRating(text: string | null): text is (typeof feedbackRatings)[number] {
  return feedbackRatings.some((rating) => rating === text);
}
