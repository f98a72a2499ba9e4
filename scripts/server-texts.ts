import { parseSync } from "oxc-parser";
import { type Found, isNode, lineAt, type Node, nameOf, type Walk } from "./english-texts";

// Finds what the server says to people (ADR 54): sentences that it refuses something with, and texts given to `t`.

/** A whole sentence; "…" stands for a value in it. */
const isSentence = (text: string) => /^["“„(]?[\p{Lu}…{]/u.test(text) && /[.?!]$/.test(text) && / /.test(text);

/** Functions whose texts are for developers, logs and the reference of the API. */
const codeCalls = /^(Error|TypeError|log\w*|console\.\w+|process\.\w+\.write)$|\.(meta|describe)$/s;
/** Properties whose texts are for developers and the reference of the API. */
const codeNames = new Set(["description", "summary", "title", "unaudited", "reads"]);

/** The texts that an object has as values, without its type assertions. */
function wordsIn(node: unknown): Node[] {
  if (!isNode(node)) return [];
  if (/^TS(As|Satisfies)/.test(node.type)) return wordsIn(node.expression);
  if (node.type !== "ObjectExpression") return [];
  return (node.properties as Node[]).flatMap(({ value }) =>
    isNode(value) && value.type === "Literal" && typeof value.value === "string" && /\p{Lu}/u.test(value.value)
      ? [value]
      : [],
  );
}

/** The sentences of one file of the server, and those of them that are put together and cannot be translated. */
export function serverTextsOf(file: string, source: string): Walk {
  const { program } = parseSync(file, source);
  const lines = source.split("\n");
  const result: Walk = { found: [], faults: [] };
  const at = ({ start }: Node) => {
    const line = lineAt(source, start);
    return /\/\/ not a text\b/.test(`${lines[line - 1]}\n${lines[line - 2]}`) ? undefined : `${file}:${line}`;
  };
  const found = (text: string, node: Node) => {
    const place = at(node);
    if (place) result.found.push({ text, at: place } satisfies Found);
  };
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const one of node) walk(one);
      return;
    }
    if (!isNode(node) || /^(Import|ExportAll|TS(?!As|NonNull|Satisfies)|TaggedTemplate)/.test(node.type)) return;
    if (node.type === "Literal" && typeof node.value === "string") {
      if (isSentence(node.value)) found(node.value, node);
      return;
    }
    if (node.type === "TemplateLiteral") {
      const text = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join("…");
      const place = at(node);
      if (isSentence(text) && /\p{L}{2,} /u.test(text) && place) result.faults.push(`${place} ${text}`);
    }
    if (node.type === "Property" && codeNames.has(nameOf(node.key) ?? "")) return;
    // What columns of files are for, and the words of states and types, which screens say.
    if (
      node.type === "Property" &&
      nameOf(node.key) === "help" &&
      isNode(node.value) &&
      node.value.type === "Literal"
    ) {
      found(String(node.value.value), node.value);
      return;
    }
    if (node.type === "VariableDeclarator" && /(Words|Types)$/.test(nameOf(node.id) ?? "")) {
      for (const word of wordsIn(node.init)) found(String(word.value), word);
      return;
    }
    if (node.type === "CallExpression" || node.type === "NewExpression") {
      const callee = isNode(node.callee) ? source.slice(node.callee.start, node.callee.end) : "";
      const [first, ...rest] = node.arguments as unknown[];
      if (callee === "t" && isNode(first) && first.type === "Literal") {
        found(String(first.value), first);
        walk(rest);
        return;
      }
      if (codeCalls.test(callee)) {
        walk(node.callee);
        return;
      }
    }
    for (const [key, value] of Object.entries(node)) if (key !== "type") walk(value);
  };
  walk(program.body);
  return result;
}
