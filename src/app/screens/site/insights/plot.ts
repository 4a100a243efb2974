import uPlot from "uplot";
import { formatNumber } from "../../../data/format.ts";

export interface PlotSeries {
  readonly label: string;
  readonly values: readonly number[];
  /** A custom property of the theme. */
  readonly color: string;
  readonly dash?: readonly number[];
  readonly isFilled?: boolean;
  /** The number for all points, if it is not their sum. Undefined until it is counted. */
  readonly total?: number | undefined;
}

interface PlotInput {
  /** The beginnings of the points. */
  readonly starts: readonly string[];
  readonly series: readonly PlotSeries[];
  /** A short text for a point, for the axis. */
  readonly formatStart: (start: string) => string;
  readonly height: number;
  /** Gets the point below the pointer; undefined if there is none. */
  readonly onPoint: (index: number | undefined) => void;
}

export interface Plot {
  fit(): void;
  /** Marks a point, for keys. */
  mark(index: number): void;
  remove(): void;
}

/** Draws lines over time. The canvas takes the colors and the font of its place, so it is drawn again when the theme changes. */
export function drawPlot(
  host: HTMLElement,
  { starts, series, formatStart, height, onPoint }: PlotInput,
): Plot {
  const color = colorReader(host);
  const axis: uPlot.Axis = {
    stroke: color("var(--text-muted)"),
    font: `12px ${getComputedStyle(host).fontFamily}`,
    ticks: { show: false },
  };
  const largest = Math.max(1, ...series.flatMap(({ values }) => values));
  const plot = new uPlot(
    {
      width: host.clientWidth,
      height,
      padding: [8, 12, 0, 0],
      legend: { show: false },
      scales: { x: { time: false }, y: { range: [0, largest * 1.05] } },
      cursor: { drag: { x: false, y: false }, y: false, points: { size: 8 } },
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: 32,
          // Whole points only.
          incrs: [1, 2, 3, 4, 6, 7, 14, 28, 30, 60, 90, 180],
          space: 72,
          values: (_, splits) =>
            splits.map((i) => (Number.isInteger(i) && starts[i] ? formatStart(starts[i]) : "")),
        },
        {
          ...axis,
          grid: { stroke: color("var(--border)"), width: 1 },
          incrs: [1, 2, 5]
            .flatMap((digit) => Array.from({ length: 12 }, (_, i) => digit * 10 ** i))
            .sort((a, b) => a - b),
          size: 56,
          values: (_, splits) => splits.map(formatNumber),
        },
      ],
      series: [
        {},
        ...series.map(({ label, color: name, dash, isFilled }) => ({
          label,
          stroke: color(`var(${name})`),
          width: 2,
          points: { show: starts.length === 1 },
          ...(dash && { dash: [...dash] }),
          ...(isFilled && { fill: color(`color-mix(in oklab, var(${name}) 12%, transparent)`) }),
        })),
      ],
      hooks: { setCursor: [({ cursor: { idx } }) => onPoint(idx ?? undefined)] },
    },
    [starts.map((_, i) => i), ...series.map(({ values }) => [...values])],
    host,
  );
  return {
    fit: () => plot.setSize({ width: host.clientWidth, height }),
    mark: (index) => plot.setCursor({ left: plot.valToPos(index, "x"), top: height / 2 }),
    remove: () => plot.destroy(),
  };
}

/** The color of a CSS text, in a form that a canvas understands. */
function colorReader(host: HTMLElement): (css: string) => string {
  return (css) => {
    const probe = document.createElement("span");
    probe.style.color = css;
    host.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
}
