/**
 * A website whose content is shown in a frame without a request to it. To add one, add it to this list.
 *
 * A key of `frames` is a pattern of URLs: a host without `www.` and `m.`, segments of a path and parameters. `{name}` stands
 * for any value, `{name:digits}` for a number, `{name:words}` for words separated by `+`, `*.` for any subdomain, and `/*` at the
 * end for any further segments. The value is the URL of the frame, with the same names; `{url}` is the whole URL as a value,
 * `{self}` the URL itself.
 */
export interface Provider {
  readonly site: string;
  /** What it shows, for the title. */
  readonly kind: string;
  /** The host with its icon. */
  readonly home: string;
  readonly frames: Readonly<Record<string, string>>;
  /** The height of the frame in pixels. Without it, the ratio of width and height, which is 16 / 9 by default. */
  readonly height?: number;
  readonly ratio?: string;
  /** The parameter with the time at which a video starts. */
  readonly start?: string;
}

const videos: readonly Provider[] = [
  {
    ...{ site: "YouTube", kind: "video", home: "www.youtube.com", start: "t" },
    frames: {
      "youtube.com/watch?v={id}": "https://www.youtube-nocookie.com/embed/{id}",
      "youtu.be/{id}": "https://www.youtube-nocookie.com/embed/{id}",
      "youtube.com/shorts/{id}": "https://www.youtube-nocookie.com/embed/{id}",
      "youtube.com/live/{id}": "https://www.youtube-nocookie.com/embed/{id}",
      "youtube.com/embed/{id}": "https://www.youtube-nocookie.com/embed/{id}",
      "youtube-nocookie.com/embed/{id}": "https://www.youtube-nocookie.com/embed/{id}",
      "youtube.com/playlist?list={id}": "https://www.youtube-nocookie.com/embed/videoseries?list={id}",
    },
  },
  {
    ...{ site: "Vimeo", kind: "video", home: "vimeo.com" },
    frames: {
      "vimeo.com/{id:digits}": "https://player.vimeo.com/video/{id}",
      "vimeo.com/{id:digits}/{key}": "https://player.vimeo.com/video/{id}?h={key}",
      "vimeo.com/channels/{channel}/{id:digits}": "https://player.vimeo.com/video/{id}",
      "player.vimeo.com/video/{id:digits}": "{self}",
    },
  },
  {
    ...{ site: "Loom", kind: "video", home: "www.loom.com" },
    frames: {
      "loom.com/share/{id}": "https://www.loom.com/embed/{id}",
      "loom.com/embed/{id}": "https://www.loom.com/embed/{id}",
    },
  },
  {
    ...{ site: "Wistia", kind: "video", home: "wistia.com" },
    frames: {
      "*.wistia.com/medias/{id}": "https://fast.wistia.net/embed/iframe/{id}",
      "fast.wistia.net/embed/iframe/{id}": "{self}",
    },
  },
  {
    ...{ site: "Vidyard", kind: "video", home: "www.vidyard.com" },
    frames: {
      "share.vidyard.com/watch/{id}": "https://play.vidyard.com/{id}",
      "video.vidyard.com/watch/{id}": "https://play.vidyard.com/{id}",
    },
  },
  {
    ...{ site: "Dailymotion", kind: "video", home: "www.dailymotion.com" },
    frames: {
      "dailymotion.com/video/{id}": "https://www.dailymotion.com/embed/video/{id}",
      "dai.ly/{id}": "https://www.dailymotion.com/embed/video/{id}",
    },
  },
  {
    ...{ site: "TED", kind: "talk", home: "www.ted.com" },
    frames: { "ted.com/talks/{id}": "https://embed.ted.com/talks/{id}" },
  },
  {
    ...{ site: "Descript", kind: "video", home: "www.descript.com" },
    frames: { "share.descript.com/view/{id}": "https://share.descript.com/embed/{id}" },
  },
  {
    ...{ site: "Bilibili", kind: "video", home: "www.bilibili.com" },
    frames: { "bilibili.com/video/{id}": "https://player.bilibili.com/player.html?bvid={id}" },
  },
  {
    ...{ site: "TikTok", kind: "video", home: "www.tiktok.com", height: 740 },
    frames: { "tiktok.com/{user}/video/{id:digits}": "https://www.tiktok.com/player/v1/{id}" },
  },
  {
    ...{ site: "Internet Archive", kind: "item", home: "archive.org" },
    frames: { "archive.org/details/{id}": "https://archive.org/embed/{id}" },
  },
  {
    ...{ site: "asciinema", kind: "recording", home: "asciinema.org" },
    frames: { "asciinema.org/a/{id}": "https://asciinema.org/a/{id}/iframe" },
  },
];

const audio: readonly Provider[] = [
  {
    ...{ site: "Spotify", kind: "track", home: "open.spotify.com", height: 152 },
    frames: {
      "open.spotify.com/track/{id}": "https://open.spotify.com/embed/track/{id}",
      "open.spotify.com/episode/{id}": "https://open.spotify.com/embed/episode/{id}",
    },
  },
  {
    ...{ site: "Spotify", kind: "playlist", home: "open.spotify.com", height: 352 },
    frames: {
      "open.spotify.com/album/{id}": "https://open.spotify.com/embed/album/{id}",
      "open.spotify.com/artist/{id}": "https://open.spotify.com/embed/artist/{id}",
      "open.spotify.com/playlist/{id}": "https://open.spotify.com/embed/playlist/{id}",
      "open.spotify.com/show/{id}": "https://open.spotify.com/embed/show/{id}",
    },
  },
  {
    ...{ site: "SoundCloud", kind: "sound", home: "soundcloud.com", height: 166 },
    frames: {
      "soundcloud.com/{user}/{sound}": "https://w.soundcloud.com/player/?url={url}",
      "soundcloud.com/{user}/sets/{set}": "https://w.soundcloud.com/player/?url={url}",
    },
  },
];

const code: readonly Provider[] = [
  {
    ...{ site: "CodePen", kind: "pen", home: "codepen.io", height: 450 },
    frames: {
      "codepen.io/{user}/pen/{id}": "https://codepen.io/{user}/embed/{id}?default-tab=result",
      "codepen.io/{user}/embed/{id}": "{self}",
    },
  },
  {
    ...{ site: "CodeSandbox", kind: "sandbox", home: "codesandbox.io", height: 500 },
    frames: {
      "codesandbox.io/s/{id}": "https://codesandbox.io/embed/{id}",
      "codesandbox.io/p/sandbox/{id}": "https://codesandbox.io/embed/{id}",
      "codesandbox.io/embed/{id}": "{self}",
    },
  },
  {
    ...{ site: "StackBlitz", kind: "project", home: "stackblitz.com", height: 500 },
    frames: {
      "stackblitz.com/edit/{id}": "https://stackblitz.com/edit/{id}?embed=1",
      "stackblitz.com/github/{owner}/{name}": "https://stackblitz.com/github/{owner}/{name}?embed=1",
    },
  },
  {
    ...{ site: "JSFiddle", kind: "fiddle", home: "jsfiddle.net", height: 450 },
    frames: { "jsfiddle.net/{user}/{id}": "https://jsfiddle.net/{user}/{id}/embedded/" },
  },
  {
    ...{ site: "Replit", kind: "app", home: "replit.com", height: 500 },
    frames: { "replit.com/@{user}/{name}": "https://replit.com/@{user}/{name}?embed=true" },
  },
  {
    ...{ site: "GitHub Gist", kind: "snippet", home: "github.com", height: 400 },
    frames: { "gist.github.com/{user}/{id}": "https://gist.github.com/{user}/{id}.pibb" },
  },
  {
    ...{ site: "Observable", kind: "notebook", home: "observablehq.com", height: 500 },
    frames: {
      "observablehq.com/@{user}/{name}": "https://observablehq.com/embed/@{user}/{name}",
      "observablehq.com/embed/@{user}/{name}": "{self}",
    },
  },
];

const design: readonly Provider[] = [
  {
    ...{ site: "Figma", kind: "file", home: "www.figma.com", height: 450 },
    frames: {
      "figma.com/file/{id}/*": "https://www.figma.com/embed?embed_host=lectern&url={url}",
      "figma.com/design/{id}/*": "https://www.figma.com/embed?embed_host=lectern&url={url}",
      "figma.com/proto/{id}/*": "https://www.figma.com/embed?embed_host=lectern&url={url}",
      "figma.com/board/{id}/*": "https://www.figma.com/embed?embed_host=lectern&url={url}",
      "figma.com/slides/{id}/*": "https://www.figma.com/embed?embed_host=lectern&url={url}",
      "embed.figma.com/{kind}/{id}/*": "{self}",
    },
  },
  {
    ...{ site: "Miro", kind: "board", home: "miro.com", height: 450 },
    frames: {
      "miro.com/app/board/{id}": "https://miro.com/app/live-embed/{id}/",
      "miro.com/app/live-embed/{id}": "{self}",
    },
  },
  {
    ...{ site: "Lucid", kind: "document", home: "lucid.app", height: 450 },
    frames: {
      "lucid.app/documents/embedded/{id}": "{self}",
      "lucid.app/documents/view/{id}": "https://lucid.app/documents/embedded/{id}",
    },
  },
  {
    ...{ site: "Excalidraw", kind: "drawing", home: "excalidraw.com", height: 450 },
    frames: { "link.excalidraw.com/readonly/{id}": "{self}" },
  },
  {
    ...{ site: "Canva", kind: "design", home: "www.canva.com" },
    frames: {
      "canva.com/design/{id}/{key}/view": "https://www.canva.com/design/{id}/{key}/view?embed",
      "canva.com/design/{id}/view": "https://www.canva.com/design/{id}/view?embed",
    },
  },
  {
    ...{ site: "Sketchfab", kind: "model", home: "sketchfab.com" },
    frames: {
      "sketchfab.com/models/{id}": "https://sketchfab.com/models/{id}/embed",
      "sketchfab.com/models/{id}/embed": "{self}",
    },
  },
  {
    ...{ site: "Desmos", kind: "graph", home: "www.desmos.com", height: 450 },
    frames: { "desmos.com/calculator/{id}": "https://www.desmos.com/calculator/{id}?embed" },
  },
  {
    ...{ site: "GeoGebra", kind: "activity", home: "www.geogebra.org", height: 450 },
    frames: { "geogebra.org/m/{id}": "https://www.geogebra.org/material/iframe/id/{id}" },
  },
];

const demos: readonly Provider[] = [
  {
    ...{ site: "Arcade", kind: "demo", home: "www.arcade.software" },
    frames: {
      "app.arcade.software/share/{id}": "https://demo.arcade.software/{id}?embed",
      "demo.arcade.software/{id}": "https://demo.arcade.software/{id}?embed",
    },
  },
  {
    ...{ site: "Supademo", kind: "demo", home: "supademo.com" },
    frames: {
      "app.supademo.com/demo/{id}": "https://app.supademo.com/embed/{id}",
      "app.supademo.com/embed/{id}": "{self}",
    },
  },
  {
    ...{ site: "Scribe", kind: "guide", home: "scribehow.com", height: 640 },
    frames: {
      "scribehow.com/shared/{id}": "https://scribehow.com/embed/{id}",
      "scribehow.com/embed/{id}": "{self}",
    },
  },
  {
    ...{ site: "Pitch", kind: "presentation", home: "pitch.com" },
    frames: { "pitch.com/public/{id}": "https://pitch.com/embed/{id}", "pitch.com/embed/{id}": "{self}" },
  },
  {
    ...{ site: "Prezi", kind: "presentation", home: "prezi.com" },
    frames: { "prezi.com/view/{id}": "https://prezi.com/v/embed/{id}/" },
  },
];

const documents: readonly Provider[] = [
  {
    ...{ site: "Google Docs", kind: "document", home: "docs.google.com", height: 600 },
    frames: {
      "docs.google.com/document/d/e/{id}/pub": "https://docs.google.com/document/d/e/{id}/pub?embedded=true",
      "docs.google.com/document/d/{id}/*": "https://docs.google.com/document/d/{id}/preview",
    },
  },
  {
    ...{ site: "Google Sheets", kind: "spreadsheet", home: "docs.google.com", height: 600 },
    frames: {
      "docs.google.com/spreadsheets/d/e/{id}/pubhtml":
        "https://docs.google.com/spreadsheets/d/e/{id}/pubhtml?widget=true",
      "docs.google.com/spreadsheets/d/{id}/*": "https://docs.google.com/spreadsheets/d/{id}/preview",
    },
  },
  {
    ...{ site: "Google Slides", kind: "presentation", home: "docs.google.com" },
    frames: {
      "docs.google.com/presentation/d/e/{id}/*": "https://docs.google.com/presentation/d/e/{id}/embed",
      "docs.google.com/presentation/d/{id}/*": "https://docs.google.com/presentation/d/{id}/embed",
    },
  },
  {
    ...{ site: "Google Forms", kind: "form", home: "docs.google.com", height: 700 },
    frames: {
      "docs.google.com/forms/d/e/{id}/viewform":
        "https://docs.google.com/forms/d/e/{id}/viewform?embedded=true",
    },
  },
  {
    ...{ site: "Google Drive", kind: "file", home: "drive.google.com", height: 600 },
    frames: { "drive.google.com/file/d/{id}/*": "https://drive.google.com/file/d/{id}/preview" },
  },
  {
    ...{ site: "Looker Studio", kind: "report", home: "lookerstudio.google.com", height: 600 },
    frames: {
      "lookerstudio.google.com/reporting/{id}/page/{page}/*":
        "https://lookerstudio.google.com/embed/reporting/{id}/page/{page}",
      "lookerstudio.google.com/embed/reporting/{id}/*": "{self}",
    },
  },
  {
    ...{ site: "Airtable", kind: "view", home: "airtable.com", height: 533 },
    frames: {
      "airtable.com/shr{id}": "https://airtable.com/embed/shr{id}",
      "airtable.com/app{base}/shr{id}": "https://airtable.com/embed/app{base}/shr{id}",
      "airtable.com/embed/{id}/*": "{self}",
    },
  },
  {
    ...{ site: "Trello", kind: "board", home: "trello.com", height: 450 },
    frames: { "trello.com/b/{id}/*": "https://trello.com/b/{id}.html" },
  },
  {
    ...{ site: "Typeform", kind: "form", home: "www.typeform.com", height: 600 },
    frames: { "*.typeform.com/to/{id}": "{self}" },
  },
  {
    ...{ site: "Tally", kind: "form", home: "tally.so", height: 600 },
    frames: { "tally.so/r/{id}": "https://tally.so/embed/{id}", "tally.so/embed/{id}": "{self}" },
  },
  {
    ...{ site: "Calendly", kind: "calendar", home: "calendly.com", height: 700 },
    frames: { "calendly.com/{user}/{event}": "{self}" },
  },
  {
    ...{ site: "Tableau", kind: "view", home: "public.tableau.com", height: 600 },
    frames: {
      "public.tableau.com/views/{workbook}/{view}":
        "https://public.tableau.com/views/{workbook}/{view}?:embed=y&:showVizHome=no",
    },
  },
  {
    ...{ site: "Power BI", kind: "report", home: "app.powerbi.com" },
    frames: { "app.powerbi.com/view?r={id}": "{self}" },
  },
];

const maps: readonly Provider[] = [
  {
    ...{ site: "Google Maps", kind: "map", home: "www.google.com", height: 450 },
    frames: {
      "google.com/maps/embed?pb={place}": "{self}",
      "google.com/maps/d/viewer?mid={id}": "https://www.google.com/maps/d/embed?mid={id}",
      "google.com/maps/d/embed?mid={id}": "{self}",
      "google.com/maps/place/{place:words}/*": "https://maps.google.com/maps?q={place}&output=embed",
    },
  },
  {
    ...{ site: "OpenStreetMap", kind: "map", home: "www.openstreetmap.org", height: 450 },
    frames: { "openstreetmap.org/export/embed.html?bbox={bounds}": "{self}" },
  },
];

const posts: readonly Provider[] = [
  {
    ...{ site: "X", kind: "post", home: "x.com", height: 600 },
    frames: {
      "x.com/{user}/status/{id:digits}": "https://platform.twitter.com/embed/Tweet.html?id={id}",
      "twitter.com/{user}/status/{id:digits}": "https://platform.twitter.com/embed/Tweet.html?id={id}",
    },
  },
  {
    ...{ site: "Instagram", kind: "post", home: "www.instagram.com", height: 700 },
    frames: {
      "instagram.com/p/{id}": "https://www.instagram.com/p/{id}/embed",
      "instagram.com/reel/{id}": "https://www.instagram.com/reel/{id}/embed",
    },
  },
  {
    ...{ site: "LinkedIn", kind: "post", home: "www.linkedin.com", height: 600 },
    frames: { "linkedin.com/embed/feed/update/{id}": "{self}" },
  },
];

export const providers: readonly Provider[] = [
  ...videos,
  ...audio,
  ...code,
  ...design,
  ...demos,
  ...documents,
  ...maps,
  ...posts,
];
