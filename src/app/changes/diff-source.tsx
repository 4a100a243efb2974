import type { ComponentChildren } from "preact";
import type { ChangedLine } from "../data/api-types.ts";
import { words } from "../words/index.ts";

const texts = words.changes;
const signs = { added: "+", removed: "−", unchanged: " ", collapsed: "" };

/** The changed lines of the Markdown. */
export function DiffSource({ lines }: { readonly lines: readonly ChangedLine[] }) {
  if (!lines.some(({ change }) => change === "added" || change === "removed"))
    return <p class="hint">{texts.noText}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled, also by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: it is no part of a form.
    <div class="source-diff" role="group" aria-label={texts.source} tabIndex={0}>
      <table>
        <tbody>
          {lines.map((line, i) => (
            <Line key={i} line={line} isFirst={isFirstOfChange(lines, i)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function isFirstOfChange(lines: readonly ChangedLine[], index: number): boolean {
  const isChanged = (line: ChangedLine | undefined) => line?.change === "added" || line?.change === "removed";
  return isChanged(lines[index]) && !isChanged(lines[index - 1]);
}

function Line({ line, isFirst }: { readonly line: ChangedLine; readonly isFirst: boolean }) {
  const { change, count = 0, before, after } = line;
  if (change === "collapsed")
    return (
      <tr class="source-gap">
        <td colSpan={4}>{texts.collapsedLines(count)}</td>
      </tr>
    );
  const text = marked(line);
  return (
    <tr class={`source-${change}`} {...(isFirst && { "data-change": "", tabIndex: -1 })}>
      <td class="source-number">{before}</td>
      <td class="source-number">{after}</td>
      <td class="source-sign" aria-hidden="true">
        {signs[change]}
      </td>
      <td class="source-text">
        {change === "added" ? <ins>{text}</ins> : change === "removed" ? <del>{text}</del> : text}
      </td>
    </tr>
  );
}

/** The text of a line with its changed words marked. */
function marked({ text = "", ranges = [] }: ChangedLine): ComponentChildren {
  const parts: ComponentChildren[] = [];
  let at = 0;
  for (const [start = 0, end = 0] of ranges) {
    parts.push(text.slice(at, start), <mark>{text.slice(start, end)}</mark>);
    at = end;
  }
  return [...parts, text.slice(at)];
}
