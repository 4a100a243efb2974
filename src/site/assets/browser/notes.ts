/** Opens notes when the pointer is over them, and places them below their text. */
export function connectNotes(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>(".annotation")) {
    const note = document.getElementById(button.getAttribute("popovertarget") ?? "");
    if (note === null) continue;
    let timer: ReturnType<typeof setTimeout> | undefined;
    note.addEventListener("toggle", () => {
      clearTimeout(timer);
      place(note, button);
    });
    const openSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => note.matches(":popover-open") || note.showPopover(), 120);
    };
    const closeSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => note.hidePopover(), 200);
    };
    button.addEventListener("mouseenter", openSoon);
    button.addEventListener("mouseleave", closeSoon);
    note.addEventListener("mouseenter", () => clearTimeout(timer));
    note.addEventListener("mouseleave", closeSoon);
  }
}

const gap = 6;

function place(note: HTMLElement, button: HTMLElement): void {
  const { left, bottom, top } = button.getBoundingClientRect();
  const { width, height } = note.getBoundingClientRect();
  const isBelow = bottom + gap + height < innerHeight;
  note.style.margin = "0";
  note.style.left = `${Math.max(gap, Math.min(left, innerWidth - width - gap))}px`;
  note.style.top = `${Math.max(gap, isBelow ? bottom + gap : top - gap - height)}px`;
}
