import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ApiError } from "./data/api.ts";
import { onReconnect, reportFailure } from "./data/connection.ts";
import { Frame } from "./frame/frame.tsx";
import { Overlays } from "./frame/overlays.tsx";
import { matchPath } from "./navigation/match.ts";
import { place } from "./navigation/router.ts";
import { Failure, Skeleton } from "./parts/states.tsx";
import { routes, type Screen } from "./routes.ts";
import { words } from "./words/index.ts";

interface ShownScreen {
  readonly component: ComponentType<Record<string, string>>;
  readonly params: Record<string, string>;
  readonly isBare: boolean;
}

/** The screen of the current path, in the frame. */
export function Workspace() {
  const { path } = place.value;
  const [shown, setShown] = useState<ShownScreen | Error>();

  useEffect(() => {
    let isCurrent = true;
    findScreen(path)
      .then((screen) => isCurrent && setShown(screen))
      .catch((error: Error) => isCurrent && setShown(error));
    return () => {
      isCurrent = false;
    };
  }, [path]);

  // A screen whose files could not be loaded has nothing to lose.
  useEffect(() => (shown instanceof Error ? onReconnect(() => location.reload()) : undefined), [shown]);

  return (
    <>
      <ShownPlace shown={shown} />
      <Overlays />
    </>
  );
}

function ShownPlace({ shown }: { readonly shown: ShownScreen | Error | undefined }) {
  if (shown === undefined)
    return (
      <Frame>
        <Skeleton />
      </Frame>
    );
  if (shown instanceof Error)
    return (
      <Frame>
        <Failure error={shown} />
      </Frame>
    );
  const { component: ShownComponent, params, isBare } = shown;
  const screen = <ShownComponent {...params} />;
  return isBare ? screen : <Frame>{screen}</Frame>;
}

async function findScreen(path: string): Promise<ShownScreen> {
  for (const { pattern, load, isBare = false } of routes) {
    const params = matchPath(pattern, path);
    if (params === undefined) continue;
    const module = await loadScreen(load);
    return { component: module.Screen, params, isBare };
  }
  throw new ApiError(404, words.errors.notFound);
}

/** A server with a newer version no longer has the files of this one: loading the page again gets the newer ones. */
async function loadScreen(load: () => Promise<Screen>): Promise<Screen> {
  try {
    return await load();
  } catch {
    reportFailure();
    throw new ApiError(0, words.errors.screenNotLoaded);
  }
}
