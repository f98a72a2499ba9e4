// Searching in the API reference, and what its frame needs; the introduction and the list are there without it.

const html = document.documentElement;
const dark = matchMedia("(prefers-color-scheme: dark)");
// The rules of the program behind trying go by this class.
const followTheme = () => html.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", followTheme);
followTheme();
html.classList.add("has-script");

const at = (id) => document.getElementById(id);

const search = at("search");
const wordsOf = (...elements) => elements.map((element) => element.textContent.toLowerCase()).join(" ");
const parts = [...document.querySelectorAll(".part")].map((part) => ({
  part,
  operations: [...part.querySelectorAll(".op")].map((op) => {
    const texts = [part.querySelector("h2"), ...op.querySelectorAll("h3, .call, .about")];
    return { op, text: wordsOf(...texts) };
  }),
}));

/** Shows the operations that have all the words. */
function find() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const { part, operations } of parts) {
    let shown = 0;
    for (const { op, text } of operations) {
      op.hidden = !words.every((word) => text.includes(word));
      shown += Number(!op.hidden);
    }
    part.hidden = shown === 0;
    count += shown;
  }
  at("introduction").parentElement.hidden = words.length > 0;
  const all = `${count} operation${count === 1 ? "" : "s"}`;
  at("found").textContent = count > 0 ? all : "No operation has these words in its summary, description or path.";
}

search.addEventListener("input", () => {
  find();
  const address = new URL(location.href);
  if (search.value) address.searchParams.set("q", search.value);
  else address.searchParams.delete("q");
  address.hash = "";
  history.replaceState(null, "", address);
});

/** What a link leads to is shown, whatever was searched for before. */
function showTarget() {
  const target = at(decodeURIComponent(location.hash.slice(1)));
  if (!target?.closest("[hidden]")) return;
  search.value = "";
  find();
  target.scrollIntoView();
}

search.value = new URLSearchParams(location.search).get("q") ?? "";
if (search.value) find();
addEventListener("hashchange", showTarget);
showTarget();
// A column beside the text, where there is room for one.
if (!matchMedia("(min-width: 1000px)").matches) document.querySelector("nav details").open = false;
