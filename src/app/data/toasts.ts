import { signal } from "@preact/signals";
import { messageOf } from "./api.ts";

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: "done" | "failed";
  /** Reverts what was done. */
  readonly undo?: () => void | Promise<void>;
  /** Something that is offered. */
  readonly offer?: { readonly label: string; readonly run: () => unknown };
}

export const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

/** How long a toast is shown, in milliseconds. One with an action stays longer. */
const duration = { plain: 5_000, withAction: 10_000 };

export function closeToast(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** Says that something was done, and offers to revert it. */
export function showDone(text: string, undo?: Toast["undo"]): void {
  show({ text, kind: "done", ...(undo && { undo }) });
}

/** Offers something, once at a time. */
export function showOffer(text: string, offer: NonNullable<Toast["offer"]>): void {
  if (toasts.peek().some((toast) => toast.text === text)) return;
  show({ text, kind: "done", offer });
}

/** Says why something failed. It stays until it is closed. */
export function showFailure(error: unknown): void {
  show({ text: messageOf(error), kind: "failed" });
}

/** Says what was not done as one expects. It stays until it is closed. */
export function showNotice(text: string): void {
  show({ text, kind: "failed" });
}

function show(toast: Omit<Toast, "id">): void {
  const id = ++lastId;
  toasts.value = [...toasts.value.slice(-3), { ...toast, id }];
  if (toast.kind === "done")
    setTimeout(() => closeToast(id), toast.undo || toast.offer ? duration.withAction : duration.plain);
}

/** Runs a change and says what happened. The result is undefined if it failed. */
export async function attempt<T>(
  change: () => Promise<T>,
  done?: string,
  undo?: Toast["undo"],
): Promise<{ readonly result: T } | undefined> {
  try {
    const result = await change();
    if (done !== undefined) showDone(done, undo);
    return { result };
  } catch (error) {
    showFailure(error);
    return undefined;
  }
}
