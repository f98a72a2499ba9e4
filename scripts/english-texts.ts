import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";

// Finds the English texts of the product in its source (ADR 41), so that a test can ask for their translations.

export interface Found {
  text: string;
  /** file and line */
  at: string;
}

export interface Node extends Record<string, unknown> {
  type: string;
  start: number;
  end: number;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** What reads like English: it begins with a capital and goes on in small letters, or has more than one word. */
const isProse = (text: string) => /^\p{Lu}\p{Ll}/u.test(text) || /\p{L}{2}[,.;:]? \p{L}/u.test(text);

const words = (text: string) => new Set(text.split(" "));
/** Attributes of elements, and properties of objects, whose values are code. */
const codeNames = words(
  "className classNames href id c fz autoComplete inputMode accept rel viewBox points httpEquiv fontFamily fontFamilyMonospace timeZone aria-keyshortcuts",
);
/** Functions whose texts are code, or for developers and logs. */
const codeCalls =
  /(^|\.)(querySelector|querySelectorAll|closest|matches|getElementById|addEventListener|removeEventListener|includes|startsWith|endsWith|Error|TypeError|split|join|replace|replaceAll|RegExp|has|assign)$/;

export const nameOf = (node: unknown): string | undefined =>
  isNode(node) ? String(node.name ?? node.value ?? (isNode(node.property) ? node.property.name : "")) : undefined;

/** The line, from 1, in which a place of a source lies. */
export const lineAt = (source: string, start: number) => source.slice(0, start).split("\n").length;

/** The literals of prose in an expression, without what calls and elements in it make. */
const proseIn = (value: unknown): Node[] => {
  if (Array.isArray(value)) return value.flatMap(proseIn);
  if (!isNode(value) || /Call|Function|JSXElement|JSXFragment|BinaryExpression/.test(value.type)) return [];
  if (value.type === "Literal" && typeof value.value === "string") return isProse(value.value) ? [value] : [];
  return Object.entries(value).flatMap(([key, part]) => (key === "test" ? [] : proseIn(part)));
};

export interface Walk {
  found: Found[];
  /** what is said without `t`, or with a text that is not written out */
  faults: string[];
}

/** The texts of one file of screens, and what is said there in a way that cannot be translated. */
export function textsOf(file: string, source: string): Walk {
  const { program } = parseSync(file, source);
  const lines = source.split("\n");
  const result: Walk = { found: [], faults: [] };
  // A mark stands at the end of the line, or on a line of its own above it.
  const isMarked = (line: number) => /\/\/ not a text\b/.test(`${lines[line - 1]}\n${lines[line - 2]}`);
  const add = (text: string, { start }: Node) => {
    const line = lineAt(source, start);
    if (!isMarked(line)) result.found.push({ text, at: `${file}:${line}` });
  };
  const fault = (what: string, { start }: Node) => {
    const line = lineAt(source, start);
    if (!isMarked(line)) result.faults.push(`${file}:${line} ${what}`);
  };
  const sourceOf = (node: unknown) => (isNode(node) ? source.slice(node.start, node.end) : "");

  /** Elements of the page and of the library, which draw what they are given as it is. */
  const drawsAsItIs = (element: unknown) => /^[a-z]/.test(sourceOf(element)) || ofLibrary.has(sourceOf(element));
  const ofLibrary = new Set(
    program.body.flatMap((one) =>
      one.type === "ImportDeclaration" && one.source.value.startsWith("@mantine/")
        ? one.specifiers.map(({ local }) => local.name)
        : [],
    ),
  );
  /** The values of `facts={[["Label", value]]}`. */
  const factsIn = (value: unknown): unknown[] => {
    const list = isNode(value) && isNode(value.expression) ? value.expression : undefined;
    if (list?.type !== "ArrayExpression") return [];
    return (list.elements as Node[]).flatMap((fact) =>
      fact.type === "ArrayExpression" ? (fact.elements as unknown[]).slice(1) : [],
    );
  };
  const drawn = (element: Node) => {
    if (!drawsAsItIs(element.name)) return;
    for (const attribute of element.attributes as Node[])
      if (!codeNames.has(nameOf(attribute.name) ?? ""))
        for (const literal of proseIn(attribute.value))
          fault(`is drawn as it is: say it with t(): ${String(literal.value)}`, literal);
  };

  /** @param saying within the first argument of `t`, or the text of a Rich: everything there is a text */
  const walk = (node: unknown, saying: boolean, depth: number): void => {
    if (Array.isArray(node)) {
      for (const one of node) walk(one, saying, depth);
      return;
    }
    if (!isNode(node)) return;
    const { type } = node;
    if (type === "ExpressionStatement" && typeof node.directive === "string") return;
    if (/^(Import|ExportAll|TS(?!As|NonNull|Satisfies))/.test(type)) return;
    if (type === "Literal" && typeof node.value === "string") {
      if (saying ? /\p{L}/u.test(node.value) : isProse(node.value)) node.value !== "Persdesk" && add(node.value, node);
      return;
    }
    if (type === "TemplateLiteral") {
      const text = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join("…");
      if (saying || isProse(text)) fault(`is put together: say it with t("… {name} …", { name }): ${text}`, node);
    }
    if (type === "JSXText" && /\p{L}{2}/u.test(String(node.value)) && String(node.value).trim() !== "Persdesk")
      fault(`is drawn as it is: say it with t(): ${String(node.value).trim()}`, node);
    if (type === "JSXOpeningElement") drawn(node);
    // Values of facts, and what cells show, are drawn as they are; heads and labels are not.
    if (type === "JSXAttribute" && nameOf(node.name) === "facts")
      for (const value of factsIn(node.value))
        for (const literal of proseIn(value))
          fault(`is drawn as it is: say it with t(): ${String(literal.value)}`, literal);
    if (type === "Property" && nameOf(node.key) === "cell" && isNode(node.value) && isNode(node.value.body))
      for (const literal of proseIn(node.value.body))
        fault(`is drawn as it is: say it with t(): ${String(literal.value)}`, literal);
    if (type === "JSXAttribute" && codeNames.has(nameOf(node.name) ?? "")) return;
    if (type === "Property") {
      if (codeNames.has(nameOf(node.key) ?? "")) return;
      const isNoun = /^(one|many)$/.test(nameOf(node.key) ?? "") && isNode(node.value) && node.value.type === "Literal";
      walk(node.value, saying || isNoun, depth);
      return;
    }
    if (type === "BinaryExpression") {
      // What is compared or joined is code; sentences that follow each other are texts.
      for (const side of node.operator === "+" ? [node.left, node.right] : [])
        if (isNode(side) && side.type !== "Literal" && side.type !== "TemplateLiteral") walk(side, saying, depth);
      return;
    }
    if (type === "SwitchCase") {
      walk(node.consequent, false, depth);
      return;
    }
    if (type === "CallExpression" || type === "NewExpression") {
      const callee = sourceOf(node.callee);
      const [first, ...rest] = node.arguments as unknown[];
      if (callee === "t" || callee === "tt") {
        if (depth === 0) fault("is said when the module is loaded, before anybody reads it", node);
        walk(first, true, depth);
        walk(rest, false, depth);
        return;
      }
      if (codeCalls.test(callee)) {
        walk(node.callee, false, depth);
        return;
      }
    }
    const isFunction = /Function/.test(type);
    const isRichText = type === "JSXAttribute" && nameOf(node.name) === "text";
    for (const [key, value] of Object.entries(node))
      if (key !== "type")
        walk(
          value,
          isRichText || (saying && type !== "MemberExpression" && !isFunction && key !== "test"),
          depth + (isFunction ? 1 : 0),
        );
  };
  walk(program.body, false, 0);
  return result;
}

/** Each node of a tree with the nodes that it lies in, the nearest first. */
function* nodesOf(node: unknown, above: readonly Node[] = []): Generator<[Node, readonly Node[]]> {
  if (Array.isArray(node)) for (const one of node) yield* nodesOf(one, above);
  if (!isNode(node)) return;
  yield [node, above];
  for (const part of Object.values(node)) yield* nodesOf(part, [node, ...above]);
}

const isComponent = (name: string | undefined) => name !== undefined && /^[A-Z]/.test(name);

/** The properties that components of a file draw as they are: `<h2>{title}</h2>`; as "Component.title". */
export function drawnProperties(file: string, source: string): string[] {
  return [...nodesOf(parseSync(file, source).program.body)].flatMap(([node, [parent, ...above]]) => {
    if (node.type !== "JSXExpressionContainer" || !/^JSX(Element|Fragment)$/.test(parent?.type ?? "")) return [];
    const name = nameOf(node.expression);
    const made = above.find(({ type, params }) => /Function/.test(type) && Array.isArray(params));
    const [properties] = (made?.params ?? []) as Node[];
    const isOne = (properties?.properties as Node[] | undefined)?.some((one) => nameOf(one.key) === name);
    const component = nameOf(made?.id ?? (made && above[above.indexOf(made) + 1]?.id));
    return isNode(node.expression) && node.expression.type === "Identifier" && isOne && isComponent(component)
      ? [`${component}.${name}`]
      : [];
  });
}

/** Where English is given to a property that is drawn as it is. */
export function givenToDrawn(file: string, source: string, drawn: ReadonlySet<string>): string[] {
  return [...nodesOf(parseSync(file, source).program.body)].flatMap(([node]) =>
    node.type === "JSXOpeningElement"
      ? (node.attributes as Node[])
          .filter(({ name }) => drawn.has(`${nameOf(node.name)}.${nameOf(name)}`))
          .flatMap(({ value }) => proseIn(value))
          .map((literal) => `${file}:${lineAt(source, literal.start)} is drawn as it is: ${String(literal.value)}`)
      : [],
  );
}

/** The source files of a room that people see something of; not its tests. */
export const sourcesIn = (...rooms: string[]) =>
  rooms
    .flatMap((room) => readdirSync(room, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(slow\.)?test(-d)?\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/(^|\/)testing(\/|\.ts$)/.test(path));
