// @ts-check
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

// `node scripts/common-passwords.mjs` writes the list that new passwords are compared with, from two packages (both MIT).
// The server reads the list, so that it needs neither package.

const file = "server/identity/password/common-passwords.json";
const shortest = 10;
/** Of the words that passwords are made of by adding digits, those that most people take. */
const mostWords = 10_000;

/**
 * `whole`: common passwords of ten characters or more; `words`: common shorter ones of letters only, which are no better
 * with digits or signs around them. All in lower case.
 */
export function commonPasswords() {
  const require = createRequire(import.meta.url);
  /** @type {string[]} */
  const byRank = require("@zxcvbn-ts/language-common").dictionary["passwords-common"];
  /** @type {string[]} */
  const popular = require("popular-passwords");
  const lower = (/** @type {string[]} */ list) => [...new Set(list.map((one) => one.toLowerCase()))].sort();
  return {
    whole: lower([...byRank, ...popular]).filter((one) => one.length >= shortest),
    words: lower(byRank.slice(0, mostWords)).filter((one) => /^[a-z]{4,}$/.test(one) && one.length < shortest),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  writeFileSync(file, `${JSON.stringify(commonPasswords(), undefined, 2)}\n`);
