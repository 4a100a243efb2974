const kinds = {
  "review-requested": { label: "Review requests", hint: "Somebody asks for your review." },
  mentioned: { label: "Mentions", hint: "A comment names you." },
  replied: { label: "Replies", hint: "Somebody replies in a thread in which you wrote." },
  commented: { label: "Comments", hint: "Somebody comments on a change request of yours." },
  reviewed: { label: "Reviews", hint: "A change request of yours is approved, or changes are asked for." },
  merged: { label: "Merges", hint: "A change request that you wrote or reviewed is merged." },
  archived: { label: "Archived", hint: "A change request that you wrote or reviewed is archived." },
  conflicts: { label: "Conflicts", hint: "A change request of yours conflicts with the primary content." },
  "merge-failed": { label: "Failed merges", hint: "A merge at a set time could not be done." },
};

/** What the sentence of a notification depends on. */
interface Told {
  readonly kind: keyof typeof kinds;
  readonly count: number;
  readonly actor?: { readonly displayName: string };
  readonly review?: "approved" | "changes-requested" | "commented";
  readonly comment?: { readonly id: string; readonly thread: string };
}

/** The words of the inbox, its badge and its settings. */
export const inbox = {
  title: "Inbox",
  unread: (count: string) => `${count} unread`,
  show: "Show",
  filters: { unread: "Unread", all: "All" },
  kind: "Kind",
  anyKind: "All kinds",
  kinds,
  markAll: "Mark all as read",
  markedAll: "Everything is marked as read.",
  settings: "Inbox settings",
  markRead: "Mark as read",
  markUnread: "Mark as unread",
  actions: "More actions",
  more: "Show more",
  next: "Next notification",
  previous: "Previous notification",
  yesterday: "Yesterday",
  today: "Today",
  isUnread: "Unread.",
  empty: "Nothing new",
  emptyText: "Review requests, mentions, replies and what becomes of your change requests arrive here.",
  noMatch: "Nothing of this kind",
  noMatchText: "Choose another kind, or show all.",
  showAll: "Show all",
  somebody: "Somebody",
  sentence: ({ kind, count, actor, review, comment }: Told): string => {
    const name = actor?.displayName ?? "Somebody";
    switch (kind) {
      case "review-requested":
        return `${name} asks for your review`;
      case "mentioned":
        return `${name} mentioned you`;
      case "replied":
        return count === 1 ? `${name} replied` : `${count} replies, the last one by ${name}`;
      case "commented":
        if (count > 1) return `${count} comments, the last one by ${name}`;
        return comment && comment.id !== comment.thread ? `${name} replied` : `${name} commented`;
      case "reviewed":
        if (review === "commented") return `${name} reviewed it`;
        return review === "approved" ? `${name} approved it` : `${name} asks for changes`;
      case "merged":
        return actor === undefined ? "It was merged at the set time" : `${name} merged it`;
      case "archived":
        return `${name} archived it`;
      case "conflicts":
        return "It conflicts with the primary content";
      case "merge-failed":
        return "It could not be merged at the set time";
    }
  },
  request: (number: number, subject: string) =>
    subject === "" ? `Change request #${number}` : `${subject} #${number}`,
  muteThread: "Mute the thread",
  muteRequest: "Mute the change request",
  followThread: "Follow the thread",
  muted: "You are told only if you are mentioned or asked for a review.",
  followed: "You are told about every reply.",
  subscription: {
    title: "Following",
    label: "Following this change request",
    states: { default: "If I take part", following: "Everything", muted: "Only mentions" },
  },
  choose: {
    tab: "Inbox",
    organization: "Organization",
    label: "What arrives in your inbox",
    saved: "Your choice was saved.",
  },
};
