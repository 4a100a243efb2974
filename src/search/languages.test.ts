import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { languages as known } from "../storage/database/index.ts";
import { guessLanguage, loadLanguage, loadLanguages } from "./languages.ts";
import { tokenize } from "./tokenize.ts";

const guess = (text: string) => guessLanguage(tokenize(text).map((run) => run.text));

describe("a language", () => {
  test("stems the forms of a word equally", async () => {
    const forms = [
      ["en", "installing", "installed"],
      ["de", "häuser", "hauses"],
      ["fr", "installations", "installation"],
      ["es", "configuraciones", "configuración"],
      ["ru", "настройки", "настройка"],
      ["sv", "inställningar", "inställningen"],
    ] as const;
    for (const [code, first, second] of forms) {
      const language = await loadLanguage(code);
      assert.ok(language, code);
      assert.equal(language.stem(first), language.stem(second), `${first} and ${second}`);
    }
  });

  test("has stems without accents, like words", async () => {
    for (const language of await loadLanguages(["de", "fr", "es", "pt", "tr"]))
      for (const word of ["größe", "étés", "años", "ações", "ışıklar"])
        assert.doesNotMatch(language.stem(word).normalize("NFD"), /[\u0300-\u036f]/, language.code);
  });

  test("has stop words", async () => {
    const [english, french] = await loadLanguages(["en", "fr"]);
    assert.ok(english?.stopWords.has("the"));
    assert.ok(french?.stopWords.has("meme"), "without accents");
  });

  test("is loaded once, and undefined without a stemmer", async () => {
    assert.equal((await loadLanguages(["en", "en", "zh", "unknown"])).length, 1);
    assert.equal(await loadLanguage("ja"), undefined);
  });

  test("can be loaded for each language of a space", async () => {
    for (const code of known) {
      const language = await loadLanguage(code);
      if (language !== undefined) assert.equal(typeof language.stem("word"), "string", code);
    }
  });
});

describe("the language of a text is guessed", () => {
  test("by its stop words", async () => {
    const texts = {
      en: "This is how you install the server and what you need for it to run on your own machine.",
      de: "So wird der Server installiert, und das ist alles, was man dafür auf dem eigenen Rechner braucht.",
      fr: "Voici comment installer le serveur et ce dont vous avez besoin pour le faire dans votre entreprise.",
      es: "Esto es lo que se necesita para instalar el servidor y cómo se hace en su propia máquina.",
    };
    for (const [code, text] of Object.entries(texts)) assert.equal(await guess(text), code);
  });

  test("by its script", async () => {
    assert.equal(await guess("Как установить сервер и что для этого нужно"), "ru");
    assert.equal(await guess("Πώς να εγκαταστήσετε τον διακομιστή"), "el");
    assert.equal(await guess("كيفية تثبيت الخادم"), "ar");
  });

  test("as English by default", async () => {
    for (const text of ["", "12 34", "npm install lectern", "🎉"])
      assert.equal(await guess(text), "en", text);
  });
});
