import { useEffect, useRef, useState } from "preact/hooks";
import { formatNumber } from "../../../data/format.ts";
import { theme } from "../../../data/theme.ts";
import { words } from "../../../words/index.ts";
import type { Plot, PlotSeries } from "./plot.ts";

const texts = words.insights;
const height = 260;

interface TimeChartProps {
  readonly label: string;
  readonly starts: readonly string[];
  readonly series: readonly PlotSeries[];
  /** The text of a point, and a short one for the axis. */
  readonly formatPoint: (start: string) => string;
  readonly formatAxis: (start: string) => string;
  /** Where the canvas cannot be loaded, the table is shown. */
  readonly onFailure: () => void;
}

/** Lines over time. The values of a point are above them while the pointer is over it, or while keys move through them. */
export function TimeChart({ label, starts, series, formatPoint, formatAxis, onFailure }: TimeChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot>(undefined);
  const [point, setPoint] = useState<number>();
  const isDark = useDark();
  const drawn = JSON.stringify([starts, series]);
  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    let isGone = false;
    setPoint(undefined);
    import("./plot.ts").then(({ drawPlot }) => {
      if (isGone) return;
      plot.current = drawPlot(element, {
        starts,
        series,
        formatStart: formatAxis,
        height,
        onPoint: setPoint,
      });
    }, onFailure);
    const observer = new ResizeObserver(() => plot.current?.fit());
    observer.observe(element);
    return () => {
      isGone = true;
      observer.disconnect();
      plot.current?.remove();
      plot.current = undefined;
    };
  }, [drawn, isDark, theme.value]);
  const last = starts.length - 1;
  const shown = point !== undefined && point <= last ? point : undefined;
  const move = (event: KeyboardEvent) => {
    const moves: Readonly<Record<string, number>> = {
      ArrowLeft: (shown ?? last + 1) - 1,
      ArrowRight: (shown ?? last - 1) + 1,
      Home: 0,
      End: last,
    };
    const target = moves[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const index = Math.max(0, Math.min(last, target));
    plot.current?.mark(index);
    setPoint(index);
  };
  const shownValue = (line: PlotSeries): string => {
    if (shown !== undefined) return formatNumber(line.values[shown] ?? 0);
    const total = "total" in line ? line.total : line.values.reduce((sum, value) => sum + value, 0);
    return total === undefined ? "–" : formatNumber(total);
  };
  const title = shown === undefined ? texts.total : formatPoint(starts[shown] ?? "");
  const values = series.map((line) => `${line.label}: ${shownValue(line)}`);
  return (
    <div class="time-chart">
      <div class="chart-legend" aria-hidden="true">
        <strong>{title}</strong>
        {series.map((line) => (
          <span key={line.label} class="chart-key">
            <Swatch color={line.color} isDashed={line.dash !== undefined} />
            {line.label} <b>{shownValue(line)}</b>
          </span>
        ))}
      </div>
      <div
        ref={host}
        class="chart-canvas"
        style={{ height: `${height}px` }}
        role="slider"
        tabIndex={0}
        aria-label={texts.chartHelp(label)}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={shown ?? Math.max(0, last)}
        aria-valuetext={`${title}: ${values.join(", ")}`}
        onKeyDown={move}
        onBlur={() => setPoint(undefined)}
      />
    </div>
  );
}

function Swatch({ color, isDashed }: { readonly color: string; readonly isDashed: boolean }) {
  return <span class={`swatch${isDashed ? " is-dashed" : ""}`} style={{ borderColor: `var(${color})` }} />;
}

/** Whether the browser asks for dark colors. */
function useDark(): boolean {
  const [isDark, setDark] = useState(() => darkQuery().matches);
  useEffect(() => {
    const query = darkQuery();
    const update = () => setDark(query.matches);
    query.addEventListener("change", update);
    return () => query.removeEventListener("change", update);
  }, []);
  return isDark;
}

function darkQuery(): MediaQueryList {
  return matchMedia("(prefers-color-scheme: dark)");
}
