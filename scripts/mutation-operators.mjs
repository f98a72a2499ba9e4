// @ts-check
import { parseSync } from "oxc-parser";
import { sqlEdits } from "./mutation-sql.mjs";

/** @typedef {{ type: string, start: number, end: number, [key: string]: any }} Node */
/** @typedef {import("./mutation-sql.mjs").Edit} Edit */
/**
 * A small fault in one place of a file. `line` is the line's text, so that the place is found again when lines move.
 * @typedef {Edit & { path: string, row: number, line: string, change: string, statement: number | null }} Mutant
 */

const isNode = (/** @type {unknown} */ value) =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
const isFunction = (/** @type {Node} */ node) =>
  /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);
/** What is no code that runs, or only says what happened. */
const isSkipped = (/** @type {Node} */ { type }) =>
  (type.startsWith("TS") && !/^TS(As|NonNull|Satisfies)Expression$/.test(type)) || /^(Import|ExportAll)/.test(type);
const childrenOf = (/** @type {Node} */ node) =>
  /** @type {Node[]} */ (Object.values(node).flat().filter(isNode)).filter((child) => !isSkipped(child));

const operators = new Map([
  ["===", "!=="],
  ["!==", "==="],
  ["<", "<="],
  ["<=", "<"],
  [">", ">="],
  [">=", ">"],
  ["+", "-"],
  ["-", "+"],
  ["*", "/"],
  ["/", "*"],
  ["%", "*"],
  ["+=", "-="],
  ["-=", "+="],
]);
/** Comparisons of drizzle, each with the one that it is taken for. */
const comparisons = new Map([
  ["eq", "ne"],
  ["ne", "eq"],
  ["gt", "gte"],
  ["gte", "gt"],
  ["lt", "lte"],
  ["lte", "lt"],
  ["isNull", "isNotNull"],
  ["isNotNull", "isNull"],
  ["inArray", "notInArray"],
  ["notInArray", "inArray"],
]);
const methods = new Map([
  ["some", "every"],
  ["every", "some"],
  ["min", "max"],
  ["max", "min"],
]);
const dropped = new Set(["filter", "toSorted", "sort"]);
/** Where TypeScript asks for a number that is never taken, because the place is known to be there: `bytes[at] ?? 0`. */
const isStandIn = (/** @type {Node} */ node, /** @type {Node} */ child) =>
  child.type === "Literal" &&
  ((node.type === "LogicalExpression" && node.operator === "??" && node.right === child && node.left.computed) ||
    (node.type === "AssignmentPattern" && node.right === child && node.isOfArray));
const isMinusOne = (/** @type {Node} */ { type, operator, argument }) =>
  type === "UnaryExpression" && operator === "-" && argument.value === 1;
/** The answers of a choice, and of the choices that it leads to. @returns {Node[]} */
const answersOf = (/** @type {Node} */ node) =>
  node.type === "ConditionalExpression" ? [node.consequent, node.alternate].flatMap(answersOf) : [node];
/** The numbers of a comparator, such as those of `a < b ? -1 : 1`: only their sign is looked at. */
const signsOf = (/** @type {Node} */ node) => {
  const answers = node.type === "ConditionalExpression" ? answersOf(node) : [];
  const isSign = (/** @type {Node} */ one) => isMinusOne(one) || one.value === 0 || one.value === 1;
  return answers.some(isMinusOne) && answers.every(isSign) ? answers : [];
};
const logs = /^(log|logger|logError|console)\b/;
/** What decides only whether something is logged, and asks nobody. */
const isOnlyOfLog = (/** @type {Node} */ { type, test, consequent, alternate }, /** @type {string} */ source) =>
  type === "IfStatement" &&
  !alternate &&
  !source.slice(test.start, test.end).includes("(") &&
  logs.test(source.slice(consequent.start, consequent.end));

/** What is changed of one node, apart from SQL. @returns {Edit[]} */
function editsOf(/** @type {Node} */ node, /** @type {string} */ source) {
  const text = (/** @type {Node} */ one) => source.slice(one.start, one.end);
  const put = (/** @type {Node} */ one, /** @type {string} */ by) => ({ start: one.start, end: one.end, text: by });
  const { type } = node;
  if (type === "IfStatement") {
    const isGuard = !node.alternate && /^\s*\{?\s*(throw|return)\b/.test(text(node.consequent));
    return isGuard ? [put(node.test, "false")] : [put(node.test, "false"), put(node.test, "true")];
  }
  if (type === "ConditionalExpression") return [put(node.test, "false"), put(node.test, "true")];
  if (type === "LogicalExpression") return [put(node, `(${text(node.left)})`), put(node, `(${text(node.right)})`)];
  if (type === "BinaryExpression" || type === "AssignmentExpression") {
    const by = operators.get(node.operator);
    const at = source.indexOf(node.operator, node.left.end);
    return by ? [{ start: at, end: at + node.operator.length, text: by }] : [];
  }
  if (type === "UnaryExpression" && node.operator === "!") return [put(node, `(${text(node.argument)})`)];
  if (type === "Literal" && typeof node.value === "boolean") return [put(node, String(!node.value))];
  if (type === "Literal" && typeof node.value === "number")
    return [put(node, String(node.value > 9 ? node.value * 2 : node.value + 1))];
  if (type === "ExpressionStatement") {
    const isCall = /^(Call|Await|Assignment)/.test(node.expression.type);
    return isCall && !logs.test(text(node)) && !text(node).startsWith("super(") ? [put(node, ";")] : [];
  }
  if (type !== "CallExpression") return [];
  const { callee, arguments: given } = node;
  if (callee.type === "Identifier") {
    const by = comparisons.get(callee.name);
    if (by) return [{ ...put(callee, `$${by}`), prelude: `import { ${by} as $${by} } from "drizzle-orm";` }];
    if (callee.name === "not" && given.length === 1) return [put(node, `(${text(given[0])})`)];
    if (/^(and|or)$/.test(callee.name) && given.length > 1)
      return given.map((/** @type {Node} */ one) => put(one, "undefined"));
  }
  if (callee.type !== "MemberExpression" || callee.computed) return [];
  const { name } = callee.property;
  if (name === "where" && given.length === 1) return [put(given[0], "undefined")];
  const other = methods.get(name);
  if (other) return [put(callee.property, other)];
  if (dropped.has(name) && !node.optional) return [{ start: callee.object.end, end: node.end, text: "" }];
  return [];
}

/**
 * All faults of a file, each with the place of the statement that it is in: null where that runs as the file is loaded.
 * @param {string} path from the root of the tree
 * @param {string} source
 * @returns {Mutant[]}
 */
export function mutantsOf(path, source) {
  /** @type {Mutant[]} */
  const found = [];
  const keep = (/** @type {Edit} */ edit, /** @type {number | null} */ statement) => {
    const before = source.slice(0, edit.start);
    const begin = before.lastIndexOf("\n") + 1;
    const end = source.indexOf("\n", edit.start);
    const line = source.slice(begin, end < 0 ? undefined : end).trim();
    const change = `${source.slice(edit.start, edit.end)} → ${edit.text}`.replace(/\s+/g, " ");
    found.push({ ...edit, path, row: before.split("\n").length, line, change, statement });
  };
  const visit = (/** @type {Node} */ node, /** @type {number | null} */ statement) => {
    if (node.type === "CallExpression" && logs.test(source.slice(node.start, node.end))) return;
    if (isOnlyOfLog(node, source)) return;
    for (const edit of editsOf(node, source)) keep(edit, statement);
    if (node.type === "TaggedTemplateExpression" && /sql$/i.test(source.slice(node.tag.start, node.tag.end)))
      for (const edit of sqlEdits(source, node.quasi)) keep(edit, statement);
    for (const child of childrenOf(node)) {
      if (node.type === "ArrayPattern") child.isOfArray = true;
      for (const answer of signsOf(node)) answer.isSign = true;
      if (!isStandIn(node, child) && !child.isSign) visit(child, statementAt(node, child, statement));
    }
  };
  visit(/** @type {any} */ (parseSync(path, source).program), null);
  return found;
}

/** The statement that a child is in; the body of a function of one expression counts as one. @returns {number | null} */
function statementAt(/** @type {Node} */ node, /** @type {Node} */ child, /** @type {number | null} */ statement) {
  const isBlock = node.type === "BlockStatement" || (node.type === "SwitchCase" && node.consequent.includes(child));
  if (isBlock) return child.start;
  return isFunction(node) && node.body === child && child.type !== "BlockStatement" ? child.start : statement;
}

/**
 * A file that says of each of its statements when it runs: `$ran(path, place)`.
 * @param {string} path
 * @param {string} source
 */
export function counting(path, source) {
  /** @type {{ at: number, text: string, rank: number }[]} */
  const added = [];
  const visit = (/** @type {Node} */ node) => {
    for (const child of childrenOf(node)) {
      if (statementAt(node, child, null) !== null) {
        const call = `$ran(${JSON.stringify(path)}, ${child.start})`;
        if (!isFunction(node)) {
          // A function is there before its block begins, and a directive has to come first.
          if (child.type !== "FunctionDeclaration" && !child.directive)
            added.push({ at: child.start, text: `${call};`, rank: 0 });
        } else added.push({ at: child.start, text: `(${call}, `, rank: 1 }, { at: child.end, text: ")", rank: -1 });
      }
      visit(child);
    }
  };
  visit(/** @type {any} */ (parseSync(path, source).program));
  added.sort((one, other) => one.at - other.at || one.rank - other.rank);
  let text = "";
  let from = 0;
  for (const { at, text: more } of added) {
    text += source.slice(from, at) + more;
    from = at;
  }
  return text + source.slice(from);
}

/** The text of a file with one fault. */
export const faulty = (/** @type {string} */ source, /** @type {Edit} */ { start, end, text, prelude = "" }) =>
  prelude + source.slice(0, start) + text + source.slice(end);
