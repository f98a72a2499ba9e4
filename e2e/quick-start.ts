import { readFileSync } from "node:fs";

// Pages of docs/api as what they are made of: snippets, and what stands below as their output.

type Language = "sh" | "ts";

interface Snippet {
  language: Language;
  code: string;
  /** what the page says that it prints; `…` stands for anything */
  output: string | undefined;
}

/** The snippets of a page that can be run, in their order. */
export function snippetsOf(file: string): Snippet[] {
  const snippets: Snippet[] = [];
  for (const [, language = "", code = ""] of readFileSync(file, "utf8").matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)) {
    const last = snippets.at(-1);
    if (language === "text" && last) last.output = code;
    else if (language === "sh" || language === "ts") snippets.push({ language, code, output: undefined });
    else throw new Error(`${file}: a snippet in "${language}" cannot be run`);
  }
  return snippets;
}

/** Those that follow one another in one language: they are one program. */
export function programsOf(snippets: Snippet[]): Snippet[][] {
  const programs: Snippet[][] = [];
  for (const snippet of snippets) {
    const last = programs.at(-1);
    if (last?.[0]?.language === snippet.language) last.push(snippet);
    else programs.push([snippet]);
  }
  return programs;
}

const mark = "---- the next snippet ----";
const says: Record<Language, string> = { sh: `echo; echo '${mark}'`, ts: `console.log("\\n${mark}");` };

/** A program's text; what it prints shows where each snippet ends. */
export const textOf = (program: Snippet[]): string =>
  program.map(({ language, code }) => `${code}${says[language]}\n`).join("\n");

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** What each snippet printed that its page tells otherwise, beside what stands there. */
export function otherThanTold(program: Snippet[], printed: string): { told: string; printed: string }[] {
  const parts = printed.split(mark);
  return program.flatMap(({ output, code }, n) => {
    const part = (parts[n] ?? "it did not get there").trim();
    const told = (output ?? "").trim();
    const expected = new RegExp(`^${told.split("…").map(escaped).join("[\\s\\S]*?")}$`);
    return expected.test(part) ? [] : [{ told: told || `nothing: ${code.slice(0, 60)}`, printed: part }];
  });
}
