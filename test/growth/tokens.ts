/** The tokens of the grammar, one list for each part of it, separated by broken bars. Unclosed forms are among them. */
const lists: readonly string[] = [
  // Blocks.
  "# ¦###### ¦#¦> ¦>¦- ¦* ¦+ ¦1. ¦1) ¦- [ ] ¦- [x] ¦```¦```js\n¦~~~¦---¦***¦___¦===¦    ¦\t¦ ¦\n¦\n\n¦\r\n¦\r¦  \n¦\\\n",
  "|¦| a | b |\n¦|-|-|\n¦|---|\n¦:-:¦\\|",
  "<<<<<<< change request\n¦=======\n¦>>>>>>> primary content\n",
  // Inlines.
  "*¦**¦***¦_¦__¦~¦~~¦`¦``¦$¦$$¦$$\n¦\\¦&¦&amp;¦&#x41;¦&#¦:¦:smile:¦:a¦!",
  '[¦]¦![¦](¦](u)¦](<¦](<u>)¦](u "t")¦](u "¦][¦[]¦[a]¦[a]:¦[a]: b\n¦[a](b)¦[^1]¦[^¦[^1]: a\n¦> [^1]: a\n¦- [ ]\n¦[a]: b\n===\n¦(¦)',
  ":/¦://¦http://¦https://a.b¦<http://a>¦<a:¦<a@b.c>¦www.¦www.a.b¦(www.a¦@¦a@b.c¦a@¦mailto:¦&a;¦![^1]",
  // Tags.
  "{%¦%}¦{% ¦{% hint %}¦{% endhint %}¦{% tabs %}¦{% tab %}¦{% endtab %}¦{% endtabs %}¦{% code %}¦{% endcode %}¦{% if a %}¦{% endif %}",
  '{% embed url="u" %}¦{% endembed %}¦{% include "a" %}¦{% content-ref url="a" %}¦{% file src="¦{% stepper %}¦{% step %}¦{% columns %}',
  '{% updates %}¦{% endupdates %}¦{% update date="2026-01-01" %}¦{% update %}¦{% endupdate %}¦{% prompt %}¦{% endprompt %}',
  '{% @a/b c="" %}¦{% @a/b c="¦{% @a/b c=" %}¦{% @a/b c=[ %}¦{% @a/b c={¦{% @a/b %}¦{% foo %}¦{% endfoo %}¦{{¦}}',
  // HTML.
  '<¦>¦</¦<!--¦-->¦<!-- a -->¦<h2>¦</h2>¦<a name="x"></a>¦<a name="x">¦<a name="x"/>¦<b>¦</b>¦<a href="u">¦</a>¦<a id="x"></a>¦<br>¦<img src="u">¦<picture>¦<source srcset="u">¦</picture>¦<x¦</x>',
  "<figure>¦</figure>¦<figcaption>¦</figcaption>¦<table>¦</table>¦<thead>¦<tr>¦<td>¦</td>¦<th>¦<ul>¦<li>¦</ul>¦<blockquote>¦<hr>",
  '<p align="center">¦</p>¦<h1 align="center">¦<div>¦</div>¦<div><figure>¦<pre>¦</pre>¦<script>¦</script>¦<details>¦</details>¦<summary>¦</summary>',
  '<code>¦</code>¦<code class="expression">¦<span class="math">¦</span>¦<i class="fa-x">¦</i>¦<mark style="color:red;">¦</mark>¦<sup>¦</sup>',
  '<select>¦</select>¦<th><select>¦<option value="a">¦<option ¦<span data-option="a">¦<span data-option="¦<span data-tag="emoji" data-code="2705">',
  '<button class="button primary">¦<button class="button primary" data-action="ask">¦</button>¦<a class="button primary">¦<details open>',
  '<div data-gb-custom-block data-tag="hint">¦<div data-gb-custom-block data-tag="code">',
  ' a="¦"¦\'¦=¦ a=b¦ a¦/>',
  // Front matter and expressions.
  "---\n¦a: b\n¦a: ¦- a\n¦&a ¦*a ¦!!¦? ¦{¦}¦,¦a.b¦a[¦&&¦||¦==¦ in ",
  // Text. The private-use characters delimit destinations of which both forms are known.
  "a¦1¦字¦é¦😀¦\u2028¦\0¦\u00a0¦\ufeff¦\ud800¦\ue000¦\ue001¦\ue002",
];

export const tokens: readonly string[] = [...new Set(lists.flatMap((list) => list.split("¦")))];

/** A way to make a text of about a given length. */
export interface Pattern {
  readonly name: string;
  textOf(length: number): string;
}

function patternOf(name: string, textOf: Pattern["textOf"]): Pattern {
  return { name, textOf };
}

const repeat = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length));

/** Repetitions of a token: in a paragraph, after text of which each character takes two bytes, and on lines. */
export function patternsOfToken(token: string): Pattern[] {
  const name = JSON.stringify(token);
  return [
    patternOf(name, (length) => repeat(token, length)),
    patternOf(`"字" ${name}`, (length) => `字${repeat(token, length)}`),
    patternOf(`"x " ${name}`, (length) => `x ${repeat(token, length)}`),
    patternOf(`${name} on lines`, (length) => repeat(`${token}\n`, length)),
    patternOf(`${name} between blank lines`, (length) => repeat(`${token}\n\n`, length)),
    patternOf(`${name} and a space`, (length) => repeat(`${token} `, length)),
  ];
}

/** Repetitions of two tokens: alternating, on lines, and one after the other as often. */
export function patternsOfPair(first: string, second: string): Pattern[] {
  const name = `${JSON.stringify(first)} ${JSON.stringify(second)}`;
  return [
    patternOf(name, (length) => repeat(first + second, length)),
    patternOf(`"字" ${name} on lines`, (length) => `字${repeat(`${first + second}\n`, length)}`),
    patternOf(`"x " ${name} in halves`, (length) => {
      const count = Math.ceil(length / (first.length + second.length));
      return `x ${first.repeat(count)}${second.repeat(count)}`;
    }),
  ];
}
