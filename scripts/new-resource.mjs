// @ts-check
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fail, Plain } from "./plain.mjs";

// `npm run new:resource -- devices wheel-size "Wheel size" ["Wheel sizes"]`: a plain resource (label, description) end to end. Its files
// are those of model-pers, the plain example, under other names, so that there is no second copy of how a resource is written.

const domains = ["devices", "content", "operations", "companies"];
const example = { kebab: "model-pers", camel: "modelPers", pascal: "ModelPers", one: "PERS model" };
const server = ["schema", "service", "router", "test"].map((kind) => `server/devices/model-pers/model-pers.${kind}.ts`);
const screens = [
  "page.tsx",
  "new/page.tsx",
  "[id]/page.tsx",
  ...["columns", "list", "form", "sheet"].map((kind) => `_screens/model-pers.${kind}.tsx`),
].map((file) => `app/(backoffice)/(devices)/model-pers/${file}`);

/** @param {string} text */
const sentence = (text) => text[0]?.toUpperCase() + text.slice(1);

/** @param {string[]} words */
function namesOf([domain = "", kebab = "", title = "", many = `${title}s`]) {
  if (!domains.includes(domain)) throw new Plain(`The domain is one of ${domains.join(", ")}.`);
  if (!/^[a-z]+(-[a-z]+)*$/.test(kebab)) throw new Plain("The name is kebab-case and singular, such as wheel-size.");
  if (!title) throw new Plain('Say what people call one of it, such as "Wheel size".');
  if (existsSync(`server/${domain}/${kebab}`)) throw new Plain(`server/${domain}/${kebab} is there already.`);
  const pascal = kebab.split("-").map(sentence).join("");
  return {
    domain,
    kebab,
    pascal,
    camel: pascal[0]?.toLowerCase() + pascal.slice(1),
    snake: kebab.replaceAll("-", "_"),
    one: title[0]?.toLowerCase() + title.slice(1),
    many: sentence(many),
  };
}

/**
 * The example's text under the new names, without its documented paths and without what only the example links to.
 * @param {ReturnType<typeof namesOf>} names
 * @param {string} text
 */
const renamed = (names, text) =>
  text
    .replace(/\n {4}rest: .*|\n {4}dto: .*|import \{ .*kit\/meta";\n|const (at|section) = .*\n\n?/g, "")
    .replace("{ crudProcedures, restOf }", "{ crudProcedures }")
    .replace(/\n {6}usedBy: .*/, "")
    .replace(/ help="[^"]*"/, "")
    .replace(/\s*\.meta\(\{ id: "[^"]*" \}\)/g, "")
    .replace(/empty="[^"]*"/, `empty="There is none yet."`)
    .replace("The models of PERS device (document 4.12).", `${names.many}.`)
    .replaceAll("(devices)", `(${names.domain})`)
    .replaceAll("server/devices", `server/${names.domain}`)
    .replaceAll("PERS models", names.many)
    .replaceAll(example.one, names.one)
    .replaceAll(example.kebab, names.kebab)
    .replaceAll(example.pascal, names.pascal)
    .replaceAll(example.camel, names.camel);

/**
 * Puts lines behind the first match of `after`.
 * @param {string} file
 * @param {RegExp} after
 * @param {string} lines
 */
function insert(file, after, lines) {
  const text = readFileSync(file, "utf8");
  const match = after.exec(text);
  if (!match) throw new Plain(`${file} has no place for a new resource.`);
  const at = match.index + match[0].length;
  writeFileSync(file, text.slice(0, at) + lines + text.slice(at));
}

/** @param {ReturnType<typeof namesOf>} names */
function register({ domain, kebab, camel, snake, one, many }) {
  const table = `
export const ${camel} = backoffice.table(
  "${snake}",
  {
    id: id(),
    label: text().notNull().unique("${snake}_label"),
    description: text(),
    ...stamps(),
  },
  (t) => [index("${snake}_created_at").on(t.createdAt, t.id)],
);
`;
  insert(`db/schema/${domain}.ts`, /[\s\S]*$/, table);
  const taken = `A ${one} with this label already exists.`;
  insert(`db/constraints/${domain}.ts`, /: Constraints = \{/, `\n  ${snake}_label: rule("${taken}", "label"),`);
  const rights = `
  "${kebab}.read": ["See ${many[0]?.toLowerCase()}${many.slice(1)}", "${domain}", "BACKOFFICE"],
  "${kebab}.write": ["Edit ${many[0]?.toLowerCase()}${many.slice(1)}", "${domain}", "BACKOFFICE"],`;
  insert("server/permissions.ts", /permissionCatalogue = \{/, rights);
  const path = `@/server/${domain}/${kebab}/${kebab}.router`;
  insert("server/root.ts", /^/, `import { ${camel}Router } from "${path}";\n`);
  insert("server/root.ts", /appRouter = router\(\{/, `\n  ${camel}: ${camel}Router,`);
  insert(
    "server/root.samples.ts",
    /samples: Step\[\] = \[/,
    `\n  ...plain("${camel}", { label: "Audited" }, { description: "Changed" }),`,
  );
  const screen = `
  {
    domain: "${sentence(domain)}",
    title: "${many}",
    href: "/${kebab}",
    needs: "${kebab}.read",
    icon: IconDeviceWatch,
    router: "${camel}",
    create: { title: "Create ${one}", href: "/${kebab}/new", needs: "${kebab}.write" },
  },`;
  insert("components/kit/navigation.ts", /navigation: Screen\[\] = \[/, screen);
}

try {
  const names = namesOf(process.argv.slice(2));
  const made = [...server, ...screens].map((from) => {
    const to = from
      .replace("server/devices", `server/${names.domain}`)
      .replace("(devices)", `(${names.domain})`)
      .replaceAll(example.kebab, names.kebab);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, renamed(names, readFileSync(from, "utf8")));
    return to;
  });
  register(names);
  const changed = [
    `db/schema/${names.domain}.ts`,
    `db/constraints/${names.domain}.ts`,
    "server/permissions.ts",
    "server/root.ts",
    "server/root.samples.ts",
    "components/kit/navigation.ts",
  ];
  spawnSync(process.execPath, ["node_modules/@biomejs/biome/bin/biome", "check", "--write", ...made, ...changed], {
    stdio: "ignore",
  });
  const migration = spawnSync("npm", ["run", "--silent", "db:generate", "--", "--name", names.snake], {
    encoding: "utf8",
  });
  if (migration.status !== 0) throw new Plain(`The migration could not be written:\n${migration.stderr}`);
  console.log(
    `${made.join("\n")}\nand one line each in ${changed.join(", ")}.\nNow: npx vitest run server/${names.domain}/${names.kebab}`,
  );
} catch (error) {
  fail(error);
}
