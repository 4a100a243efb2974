import { faPen } from "@fortawesome/free-solid-svg-icons";
import type { PageHtml } from "../../data/api-types.ts";
import { setQuery } from "../../navigation/router.ts";
import { Button } from "../../parts/button.tsx";
import { words } from "../../words/index.ts";

/** The image above a page, as published sites place it. */
export function PageCover({
  page: { cover },
  isEditable = false,
}: {
  readonly page: PageHtml;
  readonly isEditable?: boolean;
}) {
  if (!cover) return null;
  return (
    <div class="page-cover">
      <CoverImage src={cover.light.src} class={cover.dark && "light-only"} offset={cover.yPos} />
      {cover.dark && <CoverImage src={cover.dark.src} class="dark-only" offset={cover.yPos} />}
      {isEditable && (
        <div class="page-cover-tools">
          <Button icon={faPen} onClick={() => setQuery({ settings: "cover" })}>
            {words.editing.head.changeCover}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Where an image is that is moved down by pixels, but not further than its edge. Its overflow makes percentages negative. */
export function coverPosition(offset: number): string {
  return `50% clamp(100%, 50% + ${Math.round(offset)}px, 0%)`;
}

interface CoverImageProps {
  readonly src: string;
  readonly class?: string | undefined;
  readonly offset: number;
}

function CoverImage({ src, class: name, offset }: CoverImageProps) {
  return <img class={name} src={src} alt="" style={{ objectPosition: coverPosition(offset) }} />;
}
