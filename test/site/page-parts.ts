import { createHash } from "node:crypto";

/** What a part of a page leads to, as it is written in what was imported. */
export interface Places {
  /** A page, and a heading of it. */
  link(path: string, anchor?: string): string;
  /** The file with the bytes of an image. */
  file(image: string): string;
}

/** A part of a page, as the generator is given it and as it is to come in. */
export interface Part {
  readonly source: string;
  readonly imported: string | ((places: Places) => string);
}

const same = (text: string): Part => ({ source: text, imported: text });

/** A heading whose anchor the generator makes in its own way: what links to it must still lead there. */
export interface Heading {
  readonly text: string;
  /** For the generator. */
  readonly anchor: string;
  /** After the import, where that is another. */
  readonly imported?: string;
  /** Whether it has to be written, since the words would give another one. */
  readonly isWritten?: boolean;
  /** Whether that is so in the source already. */
  readonly isChosen?: boolean;
}

export const headings: readonly Heading[] = [
  { text: "How it works", anchor: "how-it-works" },
  { text: "1. Before you begin", anchor: "_1-before-you-begin", isWritten: true },
  { text: "Größe & Maße", anchor: "große-maße", imported: "grosse-masse" },
  { text: "日本語の見出し", anchor: "日本語の見出し", imported: "ri-ben-yu-nojian-chu-si" },
  { text: "Using `config.json`", anchor: "using-config-json", isWritten: true },
  { text: "What's new?", anchor: "what-s-new", isWritten: true },
  { text: "Named by hand", anchor: "by-hand", isWritten: true, isChosen: true },
];

export function heading(depth: number, { text, anchor, isWritten, isChosen }: Heading): Part {
  const mark = "#".repeat(depth);
  return {
    source: `${mark} ${text}${isChosen ? ` {#${anchor}}` : ""}`,
    imported: `${mark} ${text}${isWritten ? ` <a href="#${anchor}" id="${anchor}"></a>` : ""}`,
  };
}

export const plainHeading = (depth: number, text: string): Part => same(`${"#".repeat(depth)} ${text}`);

export const paragraph = (n: number): Part =>
  same(
    `Paragraph ${n} has **bold**, _emphasised_, ~~struck~~ and \`code\` words, 2 < 3 & 5 > 4, "quotes" and an [address elsewhere](https://example.com/path?a=1&b=${n}#part).`,
  );

export function linkTo(path: string, target: string, to?: Pick<Heading, "anchor" | "imported">): Part {
  const anchor = to && `#${to.anchor}`;
  return {
    source: `Read [what is said there](${up(path)}${target}.md${anchor ?? ""}) first.`,
    imported: ({ link }) => `Read [what is said there](${link(target, to?.imported ?? to?.anchor)}) first.`,
  };
}

/** From the folder of a page to the top. */
function up(path: string): string {
  return `./${"../".repeat(path.split("/").length - 1)}`;
}

const programs: readonly [language: string, text: string][] = [
  ["js", "export const twice = (n) => n * 2;\n\nconsole.log('{{ twice }}', twice(21)); // <b>&amp;</b>"],
  ["ts", "interface Page {\n\treadonly title: string;\n}\n\nconst pages: Page[] = [];"],
  ["python", "def greet(name):\n    if name:\n        return f\"Hello {name}\"\n\n\nprint(greet('you'))"],
  ["sh", '# Install it\ncurl -fsSL https://example.com/install | sh\nexport PATH="$HOME/bin:$PATH"'],
  ["yaml", "server:\n  port: 4400 # the usual one\n  hosts:\n    - a\n    - b"],
  ["json", '{\n  "name": "handbook",\n  "private": true\n}'],
  ["html", '<p class="a">\n  Text &lt; more\n</p>'],
  ["diff", "- old line\n+ new line\n  same line"],
  ["md", "# Title\n\n{% hint %}\nNo hint here.\n{% endhint %}"],
  ["rust", 'fn main() {\n    println!("{:?}", vec![1, 2, 3]);\n}'],
];

export function code(n: number): Part {
  const [language, text] = programs[n % programs.length] ?? ["", ""];
  const imported = `\`\`\`${language}\n${text}\n\`\`\``;
  const marks = ["", "{1}", ":line-numbers", "{2}:line-numbers"][n % 4];
  return { source: imported.replace(language, `${language}${marks}`), imported };
}

/** Without a language, and with fences in it. */
export const codeInCode: Part = {
  source: "````\n```js\nconst a = 1;\n```\n````",
  imported: "````\n```js\nconst a = 1;\n```\n````",
};

export const tabs: Part = {
  source: [
    "::: code-group\n",
    "```sh [npm]\nnpm install handbook\n```\n",
    "```sh [pnpm]\npnpm add handbook\n```\n",
    "```ts [config.ts]\nexport default { title: 'Handbook' };\n```\n",
    ":::",
  ].join("\n"),
  imported: [
    "{% tabs %}",
    '{% tab title="npm" %}\n```sh\nnpm install handbook\n```\n{% endtab %}\n',
    '{% tab title="pnpm" %}\n```sh\npnpm add handbook\n```\n{% endtab %}\n',
    "{% tab title=\"config.ts\" %}\n```ts\nexport default { title: 'Handbook' };\n```\n{% endtab %}",
    "{% endtabs %}",
  ].join("\n"),
};

const containers = [
  ["info", "info"],
  ["tip", "success"],
  ["warning", "warning"],
  ["danger", "danger"],
] as const;

/** A container, with a title every other time, and with a list in it. */
export function container(n: number): Part {
  const [kind, style] = containers[n % containers.length] ?? containers[0];
  const title = n % 2 === 0 ? "" : `Mind this ${n}`;
  const text = "Some _words_:\n\n- one\n- two";
  return {
    source: `::: ${kind} ${title}\n${text}\n:::`,
    imported: `{% hint style="${style}" %}\n${title && `**${title}**\n\n`}${text}\n{% endhint %}`,
  };
}

export const alert: Part = {
  source: "> [!IMPORTANT]\n> Crucial for success.",
  imported: '{% hint style="info" %}\nCrucial for success.\n{% endhint %}',
};

export const details: Part = {
  source: "::: details More about it\nHidden `words`.\n\n```js\nconst hidden = true;\n```\n:::",
  imported:
    "<details>\n\n<summary>More about it</summary>\n\nHidden `words`.\n\n```js\nconst hidden = true;\n```\n\n</details>",
};

export const table = (n: number): Part => ({
  source: `| Setting | Default | Meaning |\n|:--|--:|---|\n| \`a\\|b\` | ${n} | One _or_ the other |\n| port | 4400 | See [there](https://example.com/${n}) |`,
  imported: `| Setting | Default | Meaning |\n| - | -: | - |\n| \`a\\|b\` | ${n} | One _or_ the other |\n| port | 4400 | See [there](https://example.com/${n}) |`,
});

export const list = (n: number): Part =>
  same(
    `1. First of ${n}\n2. Second\n   - with a part\n\n   - and another:\n\n     \`\`\`sh\n     ls -l\n     \`\`\`\n3. Third`,
  );

export const quote: Part = {
  source: "> What somebody said,\n> on two lines.",
  imported: "> What somebody said, on two lines.",
};

export const odds: Part = {
  source: "Press <kbd>Ctrl</kbd>, H<sub>2</sub>O, x<sup>2</sup> :tada:\n\n---\n\nThe end of it.",
  imported: "Press <kbd>Ctrl</kbd>, H<sub>2</sub>O, x<sup>2</sup> 🎉\n\n---\n\nThe end of it.",
};

/** What the generator makes of the headings of the page, and nobody needs in its text. */
export const contents: Part = { source: "[[toc]]", imported: "" };

/** Images of three kinds: served as they are, given another name by the generator, and put into the page by it. */
export function image(n: number, path: string): Part & { readonly name: string; readonly bytes: Buffer } {
  const kind = n % 3;
  const name = `picture-${n}.png`;
  const address = kind === 0 ? `/images/${name}` : `${up(path)}images/${name}`;
  return {
    name,
    bytes: picture(n, kind === 2 ? 300 : 6000),
    source: `![Picture ${n}](${address})`,
    imported: ({ file }) => `![Picture ${n}](${file(name)})`,
  };
}

const square = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGNgYPgPRmAKABvyA/0Qx1vWAAAAAElFTkSuQmCC",
  "base64",
);

/** A small image, with some bytes behind its end that make it this large and like no other. */
function picture(n: number, size: number): Buffer {
  const noise = createHash("shake256", { outputLength: size - square.length })
    .update(`${n}`)
    .digest();
  return Buffer.concat([square, noise]);
}
