import { useEffect } from "preact/hooks";
import type { Comment } from "../data/api-types.ts";
import { place as currentPlace, setQuery } from "../navigation/router.ts";
import { words } from "../words/index.ts";

type Status = Comment["status"];

/** The comments that are listed: open or resolved ones, by the address. That of the open thread stays when it is closed. */
export function useStatusFilter(target: Comment | undefined): Status {
  const filter = currentPlace.value.query.get("comments") === "resolved" ? "resolved" : "open";
  const status = target?.status ?? filter;
  useEffect(() => {
    if (status !== filter) setQuery({ comments: status === "open" ? "" : status });
  }, [status, filter]);
  return status;
}

/** Chooses between open and resolved comments. */
export function StatusFilter({
  data,
  status,
}: {
  readonly data: readonly Comment[];
  readonly status: Status;
}) {
  const texts = words.comments;
  return (
    <fieldset class="segments" aria-label={texts.filter}>
      {(["open", "resolved"] as const).map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={status === name}
          onClick={() => setQuery({ comments: name === "open" ? "" : name, comment: "", reply: "" })}
        >
          {texts[name](data.filter((comment) => comment.status === name).length)}
        </button>
      ))}
    </fieldset>
  );
}
