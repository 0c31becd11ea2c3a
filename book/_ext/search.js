// The page search.html: it asks the index of sections, boxes and words that was made with the book.
// Node runs this file too, while building, for the settings of the index.
"use strict";

const QUESTIONS = "can do does from how i its should we what when where which who why you".split(" ");
const stemmer = new Stemmer(); // of Sphinx's language_data.js, as the list "stopwords"

// Singular and plural, "project" and "projection", British and American spelling are one word.
function stem(word) {
  const small = word.toLowerCase();
  if (stopwords.includes(small) || QUESTIONS.includes(small)) return null;
  return stemmer.stemWord(small.replace(/is(e|ed|es|er|ers|ing|ation)$/, "iz$1"));
}

// Where a word is looked for first: in chapters rather than in assignments and docstrings.
const WEIGHTS = { chapter: 1.5, box: 1.5, term: 1.6, further: 1, api: 0.35, exercise: 0.7, other: 0.5 };

// Signs part words too: what is asked may be "EG±" or "log|H|", and a formula says "T=1".
const parts = (text) => text.match(/[\p{L}\p{N}]+/gu) ?? [];

const OPTIONS = {
  idField: "url",
  fields: ["name", "page", "text"],
  storeFields: ["title", "page", "lead", "kind"],
  tokenize: parts,
  processTerm: stem,
  searchOptions: {
    boost: { name: 6, page: 3 },
    prefix: (word) => word.length > 2,
    fuzzy: (word) => (word.length > 5 ? 0.15 : false),
    boostDocument: (url, word, entry) => WEIGHTS[entry.kind],
  },
};

// An entry counts as much as the share of the words asked for that it has, squared.
function find(index, query) {
  const asked = new Set(parts(query).map(stem).filter(Boolean)).size;
  return index
    .search(query)
    .map((entry) => ({ ...entry, score: entry.score * (entry.queryTerms.length / asked) ** 2 }))
    .sort((one, other) => other.score - one.score);
}

function show(results, query, list, status) {
  const many = results.length > 50 ? "More than 50 places" : `${results.length} places`;
  status.textContent = !query
    ? ""
    : results.length === 0
      ? "Nothing found. Try fewer or other words; the glossary has those of the book."
      : results.length === 1 ? "One place found." : `${many} found, the likeliest first.`;
  list.replaceChildren(
    ...results.slice(0, 50).map((entry) => {
      const item = document.createElement("li");
      // Title and first words were escaped, and their formulas set, when the book was built.
      item.innerHTML = `<a>${entry.title}</a><span class="where"></span><p>${entry.lead}</p>`;
      item.querySelector("a").href = entry.id;
      item.querySelector(".where").innerHTML = entry.page;
      return item;
    }),
  );
}

function start() {
  const index = MiniSearch.loadJS(searchIndex, OPTIONS);
  const field = document.querySelector(".bd-search-container input[name=q]");
  const list = document.createElement("ul");
  const status = document.createElement("p");
  list.className = "search";
  status.setAttribute("role", "status");
  document.getElementById("search-results").append(status, list);
  const look = () => {
    const query = field.value.trim();
    show(query ? find(index, query) : [], query, list, status);
  };
  field.form.addEventListener("submit", (event) => {
    event.preventDefault();
    look();
  });
  field.addEventListener("input", () => {
    look();
    history.replaceState(null, "", `?q=${encodeURIComponent(field.value)}`);
  });
  field.focus();
  field.value = new URLSearchParams(location.search).get("q") ?? "";
  look();
}

if (typeof module === "undefined") document.addEventListener("DOMContentLoaded", start);
else module.exports = { OPTIONS, find };
