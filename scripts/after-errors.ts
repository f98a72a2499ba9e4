import { parseSync } from "oxc-parser";
import { isNode, type Node, nameOf } from "./english-texts";

// Finds code that goes on after an error of work that may have written in its caller's transaction, and code that begins
// transactions or makes savepoints (ADR 81).

/** What a name stands for: a parameter of a function around, a value or function of such a function, or anything else. */
type Meaning = { kind: "given"; isDatabase: boolean } | { kind: "made"; from: Node; scope: Scope } | { kind: "other" };
interface Scope {
  names: Map<string, Meaning>;
  outer?: Scope;
}

const databaseNames = new Set(["ctx", "tx", "db"]);
const databaseType = /^:\s*(Ctx|KnownCtx|CompanyCtx|Database)\b/;
/** What a context holds beside its database. */
const plainParts = new Set(["actor", "door", "requestId", "ip", "company", "inTransaction"]);

const isFunction = (node: Node) => /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);
const nodesOf = (value: unknown) => [value].flat().filter(isNode);
/** The nodes right under one, except types. */
const childrenOf = (node: Node) =>
  nodesOf(Object.values(node).flat()).filter(
    ({ type }) => !type.startsWith("TS") || /^TS(As|NonNull|Satisfies|ParameterProperty)/.test(type),
  );
/** A node and what is in it, without what is in functions. */
const ownNodes = (node: Node): Node[] => [
  node,
  ...childrenOf(node).flatMap((child) => (isFunction(child) ? [child] : ownNodes(child))),
];

/** The names that a pattern or a parameter binds. */
function namesIn(pattern: unknown): string[] {
  if (!isNode(pattern)) return [];
  if (pattern.type === "Identifier") return [String(pattern.name)];
  if (pattern.type === "AssignmentPattern") return namesIn(pattern.left);
  if (pattern.type === "Property") return namesIn(pattern.value);
  return childrenOf(pattern).flatMap(namesIn);
}

/** Whether a node calls such a method, of the object with this name where one is given. */
function isCall(node: unknown, method: RegExp, object?: string): node is Node & { callee: Node } {
  if (!isNode(node) || node.type !== "CallExpression" || !isNode(node.callee)) return false;
  const { callee } = node;
  const isOfObject = object === undefined || nameOf(callee.object) === object;
  return callee.type === "MemberExpression" && method.test(nameOf(callee) ?? "") && isOfObject;
}

/** Whether a statement always ends in an error. */
function throws(node: unknown): boolean {
  if (!isNode(node)) return false;
  if (node.type === "ThrowStatement") return true;
  if (node.type === "ReturnStatement") return isCall(node.argument, /^reject$/, "Promise");
  if (node.type === "IfStatement") return throws(node.consequent) && throws(node.alternate);
  if (node.type !== "BlockStatement") return false;
  const body = nodesOf(node.body);
  const end = body.findIndex(throws);
  const leaves = (one: Node) => /^(Return|Break|Continue)Statement$/.test(one.type) && !throws(one);
  return end >= 0 && !body.slice(0, end).flatMap(ownNodes).some(leaves);
}

/** `if (ctx.inTransaction) throw error;` as the first statement, also with `|| …`: in a transaction it always throws. */
function throwsInTransaction(body: Node): boolean {
  const [first] = nodesOf(body.body);
  const asks = (test: unknown): boolean =>
    isNode(test) &&
    (test.type === "LogicalExpression" && test.operator === "||"
      ? asks(test.left) || asks(test.right)
      : test.type === "MemberExpression" && nameOf(test) === "inTransaction");
  return first?.type === "IfStatement" && asks(first.test) && throws(first.consequent);
}

/** Whether the body of what catches an error always throws, at least in a transaction. */
const passesOn = (body: unknown) =>
  isNode(body) && (throws(body) || throwsInTransaction(body) || isCall(body, /^reject$/, "Promise"));

function meaningOf(name: string, scope?: Scope): Meaning {
  return scope ? (scope.names.get(name) ?? meaningOf(name, scope.outer)) : { kind: "other" };
}

/** A function, or a promise, that was handed in: what it writes, and where, is not seen here. */
const isGiven = (node: unknown, scope: Scope) =>
  isNode(node) && node.type === "Identifier" && meaningOf(String(node.name), scope).kind === "given";

/** Whether what a piece of code does may reach a database that was handed in, by itself or in a context. */
function reaches(node: Node, scope: Scope, seen: Node[] = []): boolean {
  const named = (name: string) => {
    const meaning = meaningOf(name, scope);
    if (meaning.kind !== "made") return meaning.kind === "given" && meaning.isDatabase;
    return !seen.includes(meaning.from) && reaches(meaning.from, meaning.scope, [...seen, meaning.from]);
  };
  const inside = (value: unknown, within = scope) => nodesOf(value).some((one) => reaches(one, within, seen));
  if (node.type === "Identifier") return named(String(node.name));
  if (isFunction(node)) {
    // What is given to it shows where it is called.
    const parameters = nodesOf(node.params).flatMap(namesIn);
    return inside(node.body, { names: new Map(parameters.map((name) => [name, { kind: "other" }])), outer: scope });
  }
  if (node.type === "MemberExpression" && !node.computed) {
    const name = nameOf(node) ?? "";
    if (isNode(node.object) && node.object.type === "ThisExpression" && named(`this.${name}`)) return true;
    return databaseNames.has(name) || (!plainParts.has(name) && inside(node.object));
  }
  if (node.type === "Property") return inside(node.value) || (node.computed === true && inside(node.key));
  return (node.type === "CallExpression" && isGiven(node.callee, scope)) || inside(childrenOf(node));
}

const mayWrite = (node: unknown, scope: Scope) =>
  nodesOf(node).some((one) => isGiven(one, scope) || reaches(one, scope));

/** Whether an error of what this node does may be caught by it, and the code goes on. */
function goesOn(node: Node, scope: Scope): boolean {
  if (node.type === "TryStatement" && isNode(node.handler) && !passesOn(node.handler.body))
    return ownNodes(node.block as Node).some(
      (one) =>
        (one.type === "AwaitExpression" && mayWrite(one.argument, scope)) ||
        (one.type === "ForOfStatement" && one.await === true && mayWrite(one.right, scope)),
    );
  if (isCall(node, /^(allSettled|any)$/, "Promise")) return mayWrite(node.arguments, scope);
  if (!isCall(node, /^(catch|then)$/)) return false;
  const handler = nodesOf(node.arguments)[nameOf(node.callee) === "catch" ? 0 : 1];
  if (!handler || (isFunction(handler) && passesOn(handler.body))) return false;
  return mayWrite(node.callee.object, scope);
}

/**
 * Where one file does what only few places may, as `file: function`, once for each time.
 * @returns `goingOn`: an error is caught of what awaits work with a context or a database that was handed in, or a function
 * that was, and not always thrown again; `beginning`: a transaction is begun, or a savepoint made
 */
export function afterErrors(file: string, source: string): { goingOn: string[]; beginning: string[] } {
  const goingOn: string[] = [];
  const beginning: string[] = [];
  const textOf = ({ start, end }: Node) => source.slice(start, end);

  function scopeOf(node: Node, outer: Scope): Scope {
    const scope: Scope = { names: new Map(), outer };
    for (const parameter of nodesOf(node.params)) {
      const { typeAnnotation: type } = parameter;
      const isDatabase = isNode(type) && parameter.type === "Identifier" && databaseType.test(textOf(type));
      for (const name of namesIn(parameter))
        scope.names.set(name, { kind: "given", isDatabase: isDatabase || databaseNames.has(name) });
    }
    for (const one of nodesOf(node.body).flatMap(ownNodes)) {
      if (one.type === "FunctionDeclaration") scope.names.set(nameOf(one.id) ?? "", { kind: "made", from: one, scope });
      if (one.type !== "VariableDeclarator" || !isNode(one.init)) continue;
      for (const name of namesIn(one.id)) {
        // What was awaited is an answer and reaches nothing, unless it is called like a context.
        const isAnswer = one.init.type === "AwaitExpression" && !databaseNames.has(name);
        scope.names.set(name, isAnswer ? { kind: "other" } : { kind: "made", from: one.init, scope });
      }
    }
    return scope;
  }

  function classScopeOf(node: Node, outer: Scope): Scope {
    const scope: Scope = { names: new Map(), outer };
    for (const { key, value } of nodesOf(node.body))
      if (isNode(value)) scope.names.set(`this.${nameOf(key)}`, { kind: "made", from: value, scope });
    return scope;
  }

  /**
   * `promise.catch(…);` as a statement of its own, where the promise stays in a variable that is used elsewhere: whoever
   * awaits it there is told.
   */
  function isToldElsewhere({ expression }: Node, around: Node): boolean {
    if (!isCall(expression, /^catch$/) || !isNode(expression.callee.object)) return false;
    const { type, name } = expression.callee.object;
    return type === "Identifier" && (textOf(around).match(new RegExp(`\\b${name}\\b`, "g")) ?? []).length > 2;
  }

  function walk(node: Node, scope: Scope, name: string, around: Node) {
    if (goesOn(node, scope)) goingOn.push(`${file}: ${name}`);
    const isSavepoint = node.type === "TemplateElement" && /\bsavepoint\b/i.test(textOf(node));
    if (isSavepoint || isCall(node, /^(transaction|savepoint)$/)) beginning.push(`${file}: ${name}`);
    const { value, init, key, id } = node;
    const isNamed = nodesOf([value, init]).some(isFunction) || node.type === "FunctionDeclaration";
    const within = isNamed ? (nameOf(key ?? id) ?? name) : name;
    const inner = isFunction(node)
      ? scopeOf(node, scope)
      : node.type === "ClassBody"
        ? classScopeOf(node, scope)
        : scope;
    for (const child of childrenOf(node)) {
      const isTold = node.type === "ExpressionStatement" && isToldElsewhere(node, around);
      if (!isTold) walk(child, inner, within, isFunction(node) ? node : around);
    }
  }
  const program = parseSync(file, source).program as unknown as Node;
  walk(program, { names: new Map() }, "its own statements", program);
  return { goingOn, beginning };
}
