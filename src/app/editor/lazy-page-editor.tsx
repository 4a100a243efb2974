import type { ComponentProps, ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Failure, Skeleton } from "../parts/states.tsx";
import type { PageEditor } from "./page-editor.tsx";

type EditorProps = ComponentProps<typeof PageEditor>;

/** The editor of a page. Its script is loaded when it is first shown. */
export function LazyPageEditor(props: EditorProps) {
  const [loaded, setLoaded] = useState<{ Editor: ComponentType<EditorProps> } | { error: unknown }>();
  useEffect(() => {
    import("./page-editor.tsx").then(
      ({ PageEditor }) => setLoaded({ Editor: PageEditor }),
      (error) => setLoaded({ error }),
    );
  }, []);
  if (loaded === undefined) return <Skeleton lines={8} />;
  return "error" in loaded ? <Failure error={loaded.error} /> : <loaded.Editor {...props} />;
}
