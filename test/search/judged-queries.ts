/** A query, and the pages of `samples/` that should be found first. */
export interface JudgedQuery {
  readonly query: string;
  readonly space: SampleSpace;
  /** The first results in this order; if empty, nothing may be found. */
  readonly expect: readonly string[];
  /** Pages that must not be among the results. */
  readonly absent?: readonly string[];
  /** The ability that the query tests. */
  readonly about: string;
}

export const sampleSpaces = ["en", "fr", "de", "ru", "zh", "ja", "ko"] as const;
export type SampleSpace = (typeof sampleSpaces)[number];

type Judged = Omit<JudgedQuery, "space">;

const english: readonly Judged[] = [
  { query: "audit log", expect: ["audit-log"], about: "title above bodies with the words" },
  { query: "webhooks", expect: ["webhooks", "webhook-signatures"], about: "short title above a longer one" },
  { query: "backups", expect: ["backups"], about: "the page's subject above another title with the word" },
  { query: "invoice", expect: ["billing"], about: "singular for a plural in the title" },
  { query: "authentication", expect: ["api-authentication"], about: "noun for a verb form in the title" },
  { query: "upgrade", expect: ["upgrading"], about: "verb for its -ing form in the title, against bodies" },
  { query: "how do I install it", expect: ["installation"], about: "stop words in a question" },
  { query: "what is a workspace", expect: ["glossary"], about: "stop words, and a heading above bodies" },
  { query: "trouble", expect: ["troubleshooting"], about: "prefix of a title" },
  { query: "conf", expect: ["configuration"], about: "short prefix of a title" },
  { query: "rate lim", expect: ["rate-limits"], about: "prefix of the last of two words" },
  {
    query: "restore backup",
    expect: ["restoring"],
    about: "both words in one title, above one of them in another",
  },
  { query: "rotate api key", expect: ["api-keys", "security"], about: "words in title, heading and body" },
  { query: "webhook retry", expect: ["webhooks"], about: "a word of the title and one of a heading" },
  {
    query: "python timeout",
    expect: ["quickstart-python"],
    absent: ["configuration"],
    about: "a word of the title and one of a body; all words are needed",
  },
  {
    query: "invoices csv",
    expect: ["billing"],
    absent: ["import-export", "audit-log"],
    about: "pages with only one of the words are excluded",
  },
  { query: "proration", expect: ["billing", "plans"], about: "heading above body" },
  { query: "retention", expect: ["backups", "audit-log"], about: "heading above body" },
  { query: "permissions", expect: ["user-roles"], about: "plural in a heading and a table" },
  { query: "cancel subscription", expect: ["plans"], about: "two words of a heading in another form" },
  { query: "port already in use", expect: ["troubleshooting"], about: "a whole heading" },
  { query: "docker compose", expect: ["installation"], about: "a heading of two words" },
  {
    query: '"connection refused"',
    expect: ["troubleshooting"],
    absent: ["configuration"],
    about: "phrase; both words apart do not count",
  },
  {
    query: '"dry run"',
    expect: ["import-export"],
    absent: ["rate-limits"],
    about: "phrase in a hint; the other order does not count",
  },
  { query: "max_connections", expect: ["configuration", "troubleshooting"], about: "code identifier" },
  { query: "listen_addr", expect: ["configuration"], about: "beginning of a code identifier" },
  { query: "QUAYSIDE_SECRET_KEY", expect: ["environment-variables"], about: "identifier in a table" },
  { query: "pip install", expect: ["quickstart-python"], about: "words in a code block" },
  { query: "node.js", expect: ["quickstart-node"], about: "a name with a dot" },
  { query: "2.4.1", expect: ["release-notes"], about: "a version number" },
  { query: "429", expect: ["rate-limits", "troubleshooting"], about: "a number, in a heading and a list" },
  { query: "WEBHOOK Signatures", expect: ["webhook-signatures"], about: "different case" },
  { query: "single sign on", expect: ["single-sign-on"], about: "without its hyphen" },
  { query: "invite people", expect: ["inviting-people"], about: "another verb form in the title" },
  { query: "smtp", expect: ["notifications"], about: "heading and code of one page" },
  { query: "glossary zeppelin", expect: ["glossary"], about: "any word suffices if no section has all" },
  { query: "zeppelin", expect: [], about: "nothing found" },
];

const french: readonly Judged[] = [
  { query: "sauvegarde", expect: ["sauvegardes"], about: "singular for a plural in the title" },
  { query: "cles", expect: ["cles-api"], about: "without accents" },
  { query: "DEPANNAGE", expect: ["depannage"], about: "capitals without accents" },
  { query: "comment installer le serveur", expect: ["installation"], about: "question with stop words" },
  { query: "l'administrateur", expect: ["roles"], about: "elided article, in a heading" },
  {
    query: '"mot de passe"',
    expect: ["depannage", "configuration"],
    about: "phrase with a stop word inside; heading above body",
  },
  { query: "factur", expect: ["facturation"], about: "prefix of a title" },
  { query: "restaurer données", expect: ["sauvegardes"], about: "heading with an article in between" },
  { query: "montgolfière", expect: [], about: "nothing found" },
];

const german: readonly Judged[] = [
  { query: "schlussel", expect: ["api-schluessel"], about: "umlaut typed without its dots" },
  { query: "Rechnung", expect: ["abrechnung"], about: "singular for a plural in the title" },
  { query: "Datensicherungen", expect: ["datensicherung"], about: "plural for a singular in the title" },
  {
    query: "wie installiere ich den Server",
    expect: ["installation"],
    about: "stop words in a question, another verb form in the title",
  },
  { query: "benutzer", expect: ["benutzerrollen"], about: "first part of a compound in the title" },
  {
    query: '"geplanten Wartung"',
    expect: ["konfiguration"],
    absent: ["fehlerbehebung"],
    about: "phrase; both words apart do not count",
  },
  { query: "uberprufen", expect: ["fehlerbehebung"], about: "two umlauts typed without their dots" },
  { query: "arbeitsbereich", expect: ["glossar"], about: "heading above body" },
];

const russian: readonly Judged[] = [
  { query: "ключ", expect: ["klyuchi-api"], about: "singular for a plural in the title" },
  { query: "роль пользователя", expect: ["roli"], about: "other number and case" },
  { query: "как установить сервер", expect: ["ustanovka"], about: "stop word in a question" },
  { query: "счет", expect: ["oplata"], about: "е typed for ё" },
  {
    query: "резервную копию",
    expect: ["rezervnye-kopii", "ustanovka"],
    about: "accusative; title above body",
  },
  { query: "неполад", expect: ["ustranenie-nepoladok"], about: "prefix of a word in the title" },
  { query: "восстановление данных", expect: ["rezervnye-kopii"], about: "a whole heading" },
  { query: "ДИСПЕТЧЕР", expect: ["roli"], about: "capitals" },
];

const chinese: readonly Judged[] = [
  { query: "密钥", expect: ["api-miyao"], about: "two characters, title above bodies" },
  { query: "备份", expect: ["beifen"], about: "two characters at the beginning of a longer run" },
  { query: "恢复", expect: ["beifen"], about: "two characters at the end of a longer run" },
  { query: "连接失败", expect: ["guzhang"], absent: ["peizhi"], about: "part of a heading without spaces" },
  { query: "如何安装", expect: ["anzhuang"], about: "question" },
  { query: "API 密钥", expect: ["api-miyao"], about: "Latin letters and Chinese together" },
  { query: "工作区", expect: ["shuyu"], about: "three characters, heading above bodies" },
  { query: "发票", expect: ["jifei"], about: "two characters at the end of a title" },
  { query: "飞艇", expect: [], about: "nothing found" },
];

const japanese: readonly Judged[] = [
  { query: "バックアップ", expect: ["bakkuappu", "insutoru"], about: "katakana word, title above body" },
  { query: "インストール手順", expect: ["insutoru"], about: "katakana and kanji together" },
  { query: "請求書", expect: ["seikyu"], about: "kanji word in a heading" },
  { query: "権限", expect: ["yuza-kengen"], about: "two characters at the end of a title" },
  { query: "トラブル", expect: ["toraburu"], about: "first part of a katakana compound" },
  { query: "ワークスペース", expect: ["yogo"], about: "katakana word in a heading, above body" },
  { query: "ＡＰＩキー", expect: ["api-ki"], about: "full-width letters" },
  { query: "max_connections", expect: ["settei"], about: "code identifier in a table" },
];

const korean: readonly Judged[] = [
  { query: "백업", expect: ["baegeop", "seolchi"], about: "title above body, followed by a particle" },
  { query: "설치", expect: ["seolchi", "api-ki"], about: "title above body, followed by an ending" },
  { query: "API 키", expect: ["api-ki"], about: "Latin letters and a single syllable" },
  { query: "데이터 복원", expect: ["baegeop"], about: "two words of a heading" },
];

const bySpace: Readonly<Record<SampleSpace, readonly Judged[]>> = {
  en: english,
  fr: french,
  de: german,
  ru: russian,
  zh: chinese,
  ja: japanese,
  ko: korean,
};

export const judgedQueries: readonly JudgedQuery[] = sampleSpaces.flatMap((space) =>
  bySpace[space].map((judged) => ({ ...judged, space })),
);
