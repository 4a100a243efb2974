import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findKnownEmbed } from "./known-embed.ts";
import { providers } from "./providers.ts";

/** The address of the frame of a well-known URL. */
function frameOf(url: string): string | undefined {
  const embed = findKnownEmbed(new URL(url));
  if (embed === undefined) return undefined;
  assert.ok(embed.type === "rich" && embed.title && embed.site && embed.icon?.startsWith("https://"));
  const [, src = ""] = /^<iframe src="([^"<>]+)" [^<>]*><\/iframe>$/.exec(embed.html) ?? [];
  return src.replaceAll("&amp;", "&");
}

describe("well-known providers", () => {
  test("are shown in a frame, by each form of their URLs", () => {
    for (const [url, frame] of [
      ["https://www.youtube.com/watch?v=dQw4w9WgXcQ", "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"],
      ["http://m.youtube.com/watch?app=m&v=a-_b", "https://www.youtube-nocookie.com/embed/a-_b"],
      ["https://youtu.be/a?t=1h2m3s", "https://www.youtube-nocookie.com/embed/a?start=3723"],
      ["https://youtu.be/a?t=90", "https://www.youtube-nocookie.com/embed/a?start=90"],
      ["https://youtu.be/a?t=soon", "https://www.youtube-nocookie.com/embed/a"],
      ["https://vimeo.com/76979871", "https://player.vimeo.com/video/76979871"],
      ["https://vimeo.com/1/a1b2", "https://player.vimeo.com/video/1?h=a1b2"],
      ["https://www.loom.com/share/0123abcd?sid=1", "https://www.loom.com/embed/0123abcd"],
      ["https://open.spotify.com/track/4uLU6h", "https://open.spotify.com/embed/track/4uLU6h"],
      ["https://codepen.io/ada/pen/abc", "https://codepen.io/ada/embed/abc?default-tab=result"],
      ["https://codesandbox.io/s/new-abc?file=/a.js", "https://codesandbox.io/embed/new-abc"],
      ["https://stackblitz.com/edit/vue-1", "https://stackblitz.com/edit/vue-1?embed=1"],
      ["https://gist.github.com/ada/0123", "https://gist.github.com/ada/0123.pibb"],
      ["https://miro.com/app/board/uXj=/", "https://miro.com/app/live-embed/uXj%3D/"],
      ["https://airtable.com/shrABC", "https://airtable.com/embed/shrABC"],
      ["https://twitter.com/a/status/20", "https://platform.twitter.com/embed/Tweet.html?id=20"],
      ["https://x.com/a/status/20?s=1", "https://platform.twitter.com/embed/Tweet.html?id=20"],
      ["https://docs.google.com/document/d/1aB/edit#x", "https://docs.google.com/document/d/1aB/preview"],
      ["https://docs.google.com/presentation/d/1aB/edit", "https://docs.google.com/presentation/d/1aB/embed"],
      [
        "https://www.google.com/maps/place/Eiffel+Tower/@48.8,2.2,17z",
        "https://maps.google.com/maps?q=Eiffel%20Tower&output=embed",
      ],
      [
        "https://www.figma.com/design/a1/Name?node-id=1-2",
        "https://www.figma.com/embed?embed_host=lectern&url=https%3A%2F%2Fwww.figma.com%2Fdesign%2Fa1%2FName%3Fnode-id%3D1-2",
      ],
      ["https://team.wistia.com/medias/q1", "https://fast.wistia.net/embed/iframe/q1"],
    ] as const)
      assert.equal(frameOf(url), frame, url);
  });

  test("are recognized by host and path together", () => {
    for (const url of [
      "https://vimeo.com/about",
      "https://www.youtube.com/",
      "https://www.youtube.com/watch",
      "https://youtube.com.example.com/watch?v=a",
      "https://example.com/www.youtube.com/watch?v=a",
      "https://notyoutube.com/watch?v=a",
      "https://x.com/a/status/none",
      "https://airtable.com/pricing",
      "https://github.com/ada/project",
    ])
      assert.equal(frameOf(url), undefined, url);
  });

  test("get nothing but encoded values from a URL", () => {
    for (const [url, frame] of [
      ['https://www.loom.com/share/%22%3E%3Cscript%3E"', "https://www.loom.com/embed/%22%3E%3Cscript%3E%22"],
      ["https://a:b@player.vimeo.com:99/video/1", "https://player.vimeo.com/video/1"],
      ["https://youtu.be/a%3Fautoplay=1&b", "https://www.youtube-nocookie.com/embed/a%3Fautoplay%3D1%26b"],
    ] as const)
      assert.equal(frameOf(url), frame, url);
  });

  test("have frames with https and known names only", () => {
    for (const { site, frames } of providers)
      for (const [pattern, frame] of Object.entries(frames)) {
        if (frame === "{self}") continue;
        const { protocol, host } = new URL(frame);
        assert.equal(protocol, "https:", site);
        assert.doesNotMatch(host, /\{/, site);
        for (const [, name = ""] of frame.matchAll(/\{(\w+)\}/g))
          assert.ok(name === "url" || pattern.includes(`{${name}`), `${site}: ${name}`);
      }
  });
});
