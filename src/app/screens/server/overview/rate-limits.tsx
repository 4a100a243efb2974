import type { Reply } from "../../../data/api.ts";
import { formatNumber } from "../../../data/format.ts";
import { words } from "../../../words/index.ts";

const texts = words.server.rateLimits;
type Limits = Reply<"GET /server">["rateLimits"];

/** How many requests and failed sign-ins are allowed, and how many were refused lately. */
export function RateLimits({ limits: { items, refused } }: { readonly limits: Limits }) {
  return (
    <section class="section">
      <h2>{texts.title}</h2>
      <p class="section-text">
        {texts.refused(refused, formatNumber(refused))} {texts.change}
      </p>
      <ul class="panel rows" aria-label={texts.title}>
        {items.map(({ name, max, seconds }) => (
          <li key={name} class="check-row">
            <div class="row-main">
              <span class="row-title">{texts.names[name]}</span>
              <span class="row-note">{texts.notes[name]}</span>
            </div>
            <span class="server-number">
              {max === undefined ? texts.none : texts.allowed(formatNumber(max), seconds / 60)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
