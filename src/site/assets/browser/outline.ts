/** Marks the section that the reader sees in the outline, and keeps the mark in view. */
export function followReader(): void {
  const outline = document.querySelector<HTMLElement>(".outline");
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".outline a")];
  const sections = links.flatMap((link) => {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    return heading === null ? [] : [{ link, heading }];
  });
  if (outline === null || sections.length === 0) return;
  let marked: HTMLAnchorElement | undefined;
  const mark = () => {
    const { link } = currentSection(sections) ?? {};
    if (link === marked) return;
    marked?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "true");
    marked = link;
    if (link !== undefined) keepInView(link, outline);
  };
  let isScheduled = false;
  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(() => {
      isScheduled = false;
      mark();
    });
  };
  addEventListener("scroll", schedule, { passive: true });
  addEventListener("resize", schedule, { passive: true });
  mark();
}

interface Section {
  readonly link: HTMLAnchorElement;
  readonly heading: HTMLElement;
}

/** The last section whose heading is in the upper quarter of the window or above it. At the end of the page, the last one. */
function currentSection(sections: readonly Section[]): Section | undefined {
  const { scrollHeight } = document.documentElement;
  const isAtEnd = scrollY > 0 && scrollY + innerHeight >= scrollHeight - 2;
  const line = isAtEnd ? innerHeight : innerHeight / 4;
  return sections.findLast(({ heading }) => heading.getBoundingClientRect().top <= line) ?? sections[0];
}

function keepInView(link: HTMLElement, outline: HTMLElement): void {
  const { top, bottom } = link.getBoundingClientRect();
  const { top: start, bottom: end } = outline.getBoundingClientRect();
  if (top < start || bottom > end) outline.scrollTop += top - start - (end - start) / 2;
}
