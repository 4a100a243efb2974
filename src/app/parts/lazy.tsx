import type { ComponentType, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Failure } from "./states.tsx";

/** A component whose script is loaded when it is first drawn. `waiting` is shown until then. */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: () => VNode | null = () => null,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined;
  return function Lazy(props: Props) {
    const [state, setState] = useState<{ readonly error?: unknown }>({});
    useEffect(() => {
      if (Loaded !== undefined) return;
      load().then(
        (component) => {
          Loaded = component;
          setState({});
        },
        (error) => setState({ error }),
      );
    }, []);
    if (Loaded !== undefined) return <Loaded {...props} />;
    return state.error === undefined ? waiting() : <Failure error={state.error} />;
  };
}
