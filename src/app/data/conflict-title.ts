/** A title or name between conflict markers, `<<<<<<< ours ======= theirs >>>>>>>`, without them: ours, or what is before them. */
export function withoutMarkers(title: string): string {
  const start = title.indexOf("<<<<<<< ");
  const middle = start < 0 ? -1 : title.indexOf(" ======= ", start + 7);
  const end = middle < 0 ? -1 : title.indexOf(" >>>>>>>", middle + 8);
  if (end < 0) return title;
  const [before, ours, theirs] = [
    title.slice(0, start),
    title.slice(start + 8, middle),
    title.slice(middle + 9, end),
  ];
  return before.trim() || ours || theirs;
}
