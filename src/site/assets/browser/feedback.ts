import { eventsUrl } from "./events.ts";

/** Sends the feedback of a reader: when they press the button, or when they leave the page after choosing a face. */
export function connectFeedback(): void {
  const form = document.querySelector<HTMLFormElement>("form.feedback");
  if (form === null) return;
  let isSent = false;
  const bodyOf = (withComment: boolean) => {
    const data = new FormData(form);
    const rating = data.get("rating");
    const comment = withComment ? data.get("comment") : "";
    return rating && JSON.stringify({ type: "page_post_feedback", rating, comment });
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const body = bodyOf(true);
    if (!body || isSent) return;
    isSent = true;
    const reply = await fetch(eventsUrl(), { method: "POST", body, keepalive: true }).catch(() => undefined);
    isSent = reply?.ok === true;
    form.classList.toggle("is-sent", isSent);
    form.classList.toggle("is-failed", !isSent);
    const status = form.querySelector<HTMLElement>(isSent ? ".feedback-sent" : ".feedback-failed");
    status?.focus();
  });
  addEventListener("pagehide", () => {
    const body = isSent ? null : bodyOf(false);
    if (!body) return;
    isSent = true;
    navigator.sendBeacon(eventsUrl(), body);
  });
}
