import type { IconDefinition } from "@fortawesome/free-solid-svg-icons";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ApiError, messageOf } from "../data/api.ts";
import type { QueryState } from "../data/queries.ts";
import { urlOf } from "../navigation/router.ts";
import { words } from "../words/index.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

/** What a list without items says, with the next step. */
export function EmptyState({
  icon,
  title,
  text,
  children,
}: {
  readonly icon?: IconDefinition;
  readonly title: string;
  readonly text?: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="empty-state">
      {icon && <Icon of={icon} />}
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {children && <div class="empty-actions">{children}</div>}
    </div>
  );
}

/** An error in the place of what could not be loaded. */
export function Failure({ error }: { readonly error: unknown }) {
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <div class="empty-state" role="alert">
      <h2>{isMissing ? words.errors.notFoundTitle : words.errors.failedTitle}</h2>
      <p>{isMissing ? words.errors.notFound : messageOf(error)}</p>
      <div class="empty-actions">
        {!isMissing && <Button onClick={() => location.reload()}>{words.common.retry}</Button>}
        <a class="button button-plain" href={urlOf("/")}>
          {words.errors.goHome}
        </a>
      </div>
    </div>
  );
}

/** Lines in the place of what is being loaded. They appear only if it takes long. */
export function Skeleton({ lines = 5 }: { readonly lines?: number }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 200);
    return () => clearTimeout(timer);
  }, []);
  if (!isLate) return <div class="skeleton" />;
  return (
    <div class="skeleton" role="status" aria-label={words.common.loading}>
      {Array.from({ length: lines }, (_, i) => (
        <div key={i} class="skeleton-line" />
      ))}
    </div>
  );
}

/** Shows loaded data, or why there is none yet. Data that is loaded again stays visible. */
export function Loaded<T>({
  query,
  children,
}: {
  readonly query: QueryState<T>;
  readonly children: (data: T) => ComponentChildren;
}) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  return query.error === undefined ? <Skeleton /> : <Failure error={query.error} />;
}
