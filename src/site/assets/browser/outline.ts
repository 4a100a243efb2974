/** Marks the section that the reader sees in the outline. */
export function followReader(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".outline a")];
  const sections = links.flatMap((link) => {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    return heading === null ? [] : [{ link, heading }];
  });
  if (sections.length === 0) return;
  const mark = () => {
    const line = innerHeight / 4;
    const passed = sections.filter(({ heading }) => heading.getBoundingClientRect().top <= line);
    const current = passed.at(-1) ?? sections[0];
    for (const { link } of sections) {
      if (link === current?.link) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  let isScheduled = false;
  addEventListener(
    "scroll",
    () => {
      if (isScheduled) return;
      isScheduled = true;
      requestAnimationFrame(() => {
        isScheduled = false;
        mark();
      });
    },
    { passive: true },
  );
  mark();
}
