import type { PageHtml } from "../../data/api-types.ts";

/** The image above a page, as published sites place it. */
export function PageCover({ page: { cover } }: { readonly page: PageHtml }) {
  if (!cover) return null;
  return (
    <div class="page-cover">
      <CoverImage src={cover.light.src} class={cover.dark && "light-only"} offset={cover.yPos} />
      {cover.dark && <CoverImage src={cover.dark.src} class="dark-only" offset={cover.yPos} />}
    </div>
  );
}

interface CoverImageProps {
  readonly src: string;
  readonly class?: string | undefined;
  /** By how many pixels the image is moved down, but not further than its edge. */
  readonly offset: number;
}

function CoverImage({ src, class: name, offset }: CoverImageProps) {
  // The overflow of the image makes percentages negative.
  const objectPosition = `50% clamp(100%, 50% + ${Math.round(offset)}px, 0%)`;
  return <img class={name} src={src} alt="" style={{ objectPosition }} />;
}
