import { ScreenHeader } from "../../parts/screen-header.tsx";
import { words } from "../../words/index.ts";

export function Screen() {
  return <ScreenHeader title={words.home.title} />;
}
