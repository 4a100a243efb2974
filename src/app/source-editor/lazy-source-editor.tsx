import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Failure, Skeleton } from "../parts/states.tsx";
import type { SourceEditorProps } from "./source-editor.tsx";

/** The Markdown of a page. Its script is loaded when it is first shown. */
export function LazySourceEditor(props: SourceEditorProps) {
  const [loaded, setLoaded] = useState<{ Editor: ComponentType<SourceEditorProps> } | { error: unknown }>();
  useEffect(() => {
    import("./source-editor.tsx").then(
      ({ SourceEditor }) => setLoaded({ Editor: SourceEditor }),
      (error) => setLoaded({ error }),
    );
  }, []);
  if (loaded === undefined) return <Skeleton lines={8} />;
  return "error" in loaded ? <Failure error={loaded.error} /> : <loaded.Editor {...props} />;
}
