import { useEffect, useState } from "preact/hooks";
import type { EditorView } from "prosemirror-view";
import { words } from "../../words/index.ts";
import { onViewUpdate } from "../view/view-updates.ts";
import { countBlock, readingMinutes, type TextCount } from "./text-count.ts";

/** A busy browser may never be idle. */
const longestWait = 1000;

function wait(run: (deadline?: IdleDeadline) => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(run, { timeout: longestWait });
  else setTimeout(run, 200);
}

/** The number of words and characters of the page, and how long it takes to read. It is counted while nothing else is done. */
export function WordCount({ view }: { readonly view: EditorView }) {
  const [count, setCount] = useState<TextCount>();
  useEffect(() => {
    let run = 0;
    const recount = () => {
      const started = ++run;
      let [index, sum] = [0, { words: 0, characters: 0 }];
      const go = (deadline?: IdleDeadline) => {
        if (started !== run || view.isDestroyed) return;
        const { doc } = view.state;
        const end = performance.now() + Math.max(4, deadline?.timeRemaining?.() ?? 0);
        while (index < doc.childCount && performance.now() < end) {
          const block = countBlock(doc.child(index++));
          sum = { words: sum.words + block.words, characters: sum.characters + block.characters };
        }
        if (index < doc.childCount) wait(go);
        else setCount(sum);
      };
      wait(go);
    };
    recount();
    const stop = onViewUpdate(view, (_, before) => before.doc !== view.state.doc && recount());
    return () => {
      run++;
      stop();
    };
  }, [view]);
  if (count === undefined) return <p class="word-count" />;
  return <p class="word-count">{words.editorMenus.count(count, readingMinutes(count.words))}</p>;
}
