import { useEffect, useState } from "preact/hooks";
import { call, type GetRoute, type Params, type Query, type Reply } from "./api.ts";

interface SearchReply<T> {
  /** The last reply. It stays while the next one is loaded, so that results do not flicker. */
  readonly data?: T | undefined;
  readonly isLoading: boolean;
}

/** How long the user has not typed before the server is asked, in milliseconds. */
const delay = 150;

/** Asks the server for what matches a text, while it is typed. Replies to earlier texts are dropped. */
export function useSearchReply<R extends GetRoute>(
  route: R,
  params: Params<R> | undefined,
  text: string,
  query: Query<R>,
): SearchReply<Reply<R>> {
  const [reply, setReply] = useState<SearchReply<Reply<R>>>({ isLoading: false });
  const isAsking = params !== undefined && text.trim() !== "";
  useEffect(() => {
    if (!isAsking) {
      setReply({ isLoading: false });
      return;
    }
    setReply((before) => ({ ...before, isLoading: true }));
    const abort = new AbortController();
    const ask = async () => {
      try {
        const data = await call(route, params, { query, signal: abort.signal });
        if (!abort.signal.aborted) setReply({ data, isLoading: false });
      } catch {
        // What the browser knows is still found.
        if (!abort.signal.aborted) setReply((before) => ({ ...before, isLoading: false }));
      }
    };
    const timer = setTimeout(ask, delay);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [isAsking, text, JSON.stringify(params)]);
  return reply;
}
