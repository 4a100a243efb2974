/** Opens notes on hover, focus and tap, and places them next to their text. */
export function connectNotes(root: Document = document): void {
  for (const link of root.querySelectorAll<HTMLAnchorElement>("a.annotation")) {
    const note = root.getElementById(link.hash.slice(1));
    if (note !== null) connect(link, note);
  }
}

function connect(link: HTMLAnchorElement, note: HTMLElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wasOpen = false;
  const isOpen = () => note.matches(":popover-open");
  const open = () => {
    clearTimeout(timer);
    // The source is the element after which the note is in the order of focus.
    if (!isOpen()) note.showPopover({ source: link });
  };
  const later = (action: () => void, delay: number) => {
    clearTimeout(timer);
    timer = setTimeout(action, delay);
  };
  const closeSoon = () => later(() => note.hidePopover(), 200);
  link.role = "button";
  link.ariaExpanded = "false";
  note.addEventListener("toggle", () => {
    clearTimeout(timer);
    link.ariaExpanded = String(isOpen());
    if (isOpen()) place(note, link);
  });
  // A press outside of an open note closes it, also one on its text.
  link.addEventListener("pointerdown", ({ pointerType }) => {
    wasOpen = isOpen() && pointerType !== "mouse";
  });
  link.addEventListener("click", (event) => {
    event.preventDefault();
    if (!wasOpen) open();
    wasOpen = false;
  });
  link.addEventListener("keydown", (event) => {
    if (event.key !== " ") return;
    event.preventDefault();
    open();
  });
  // A note that is closed returns the focus to its text, which must not open it again.
  let isClosing = false;
  note.addEventListener("beforetoggle", (event) => {
    isClosing = event.newState === "closed";
    setTimeout(() => {
      isClosing = false;
    });
  });
  link.addEventListener("focus", () => {
    if (link.matches(":focus-visible") && !isClosing) later(open, 0);
  });
  link.addEventListener("pointerenter", ({ pointerType }) => pointerType === "mouse" && later(open, 120));
  link.addEventListener("pointerleave", ({ pointerType }) => pointerType === "mouse" && closeSoon());
  note.addEventListener("mouseenter", () => clearTimeout(timer));
  note.addEventListener("mouseleave", closeSoon);
  for (const element of [link, note])
    element.addEventListener("focusout", ({ relatedTarget }) => {
      const isInside =
        relatedTarget === link || (relatedTarget instanceof Node && note.contains(relatedTarget));
      if (relatedTarget !== null && !isInside) note.hidePopover();
    });
}

const gap = 6;

/** Below the last line of the text if there is room, else above its first line; always inside the window. */
function place(note: HTMLElement, link: HTMLElement): void {
  const lines = [...link.getClientRects()];
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return;
  const { width, height } = note.getBoundingClientRect();
  const { clientWidth } = document.documentElement;
  const isBelow = last.bottom + gap + height < innerHeight;
  note.style.margin = "0";
  note.style.left = `${Math.max(gap, Math.min(last.left, clientWidth - width - gap))}px`;
  note.style.top = `${Math.max(gap, isBelow ? last.bottom + gap : first.top - gap - height)}px`;
}
