// @ts-check

// The files of a resource on the server: its table, what stands on the wire, its service, router and test.

/** @typedef {import("./names.mjs").Names} Names */
/** @typedef {import("./fields.mjs").Field} Field */
/** @typedef {Names & import("./fields.mjs").Fields & { isOfCompany: boolean, hasRest: boolean, folder: string }} Plan */

/** @param {(string | false)[]} lines */
export const join = (...lines) => lines.filter((line) => line !== false).join("\n");

/** @param {string[]} names */
const importOf = (names, from = "") => `import { ${[...new Set(names)].sort().join(", ")} } from "${from}";`;

/** @param {Field} field */
const column = ({ column, type, optional }) =>
  column + (optional ? "" : ".notNull()") + (type === "boolean" ? ".default(false)" : "");

/** @param {Plan} plan */
export function table({ camels, snakes, kebab, fields, name, isOfCompany, folder }) {
  const builders = fields.map(({ builder }) => builder).filter((builder) => builder !== "instant");
  const own = ["id", "stamps"].concat(fields.some(({ builder }) => builder === "instant") ? "instant" : []);
  const unique = `"${snakes}_${name.snake}"`;
  const columns = fields.map((field) => {
    const isUnique = field === name && !isOfCompany;
    return `    ${field.name}: ${column(field)}${isUnique ? `.unique(${unique})` : ""},`;
  });
  return join(
    importOf(["index", ...builders].concat(isOfCompany ? ["unique", "uuid"] : []), "drizzle-orm/pg-core"),
    importOf(own, "./column"),
    isOfCompany && importOf(["companies"], "./companies"),
    importOf(["backoffice"], "./pg-schema"),
    importOf(["searchIndex"], "./text-index"),
    "",
    `/** See ${folder}/${kebab}. */`,
    `export const ${camels} = backoffice.table(`,
    `  "${snakes}",`,
    "  {",
    "    id: id(),",
    isOfCompany && "    companyId: uuid().notNull().references(() => companies.id),",
    ...columns,
    "    ...stamps(),",
    "  },",
    "  (t) => [",
    isOfCompany
      ? `    unique(${unique}).on(t.companyId, t.${name.name}),
    index("${snakes}_newest").on(t.companyId, t.createdAt, t.id),`
      : `    index("${snakes}_created_at").on(t.createdAt, t.id),`,
    `    searchIndex("${snakes}_${name.snake}_search", t.${name.name}),`,
    "  ],",
    ");",
    "",
  );
}

/** @param {Plan} plan */
export function schema({ pascal, pascals, fields, name, isOfCompany, hasRest }) {
  const [written, answered] = [fields.map((one) => one.written), fields.map((one) => one.answered)];
  const wire = ["Id", "Search", "Stamps"].concat(
    ["LongText", "StoredMoment"].filter((one) => written.slice(1).some((text) => text.startsWith(one))),
    answered.includes("Instant") ? "Instant" : [],
  );
  /** @param {Field} field */
  const told = (field) => (hasRest ? `.meta({ description: "${field.word}." })` : "");
  const item = fields.map((one) => `  ${one.name}: ${one.answered}${one.optional ? ".nullable()" : ""}${told(one)},`);
  const body = fields.map((one) => {
    const own = one === name ? "NameText(80)" : one.written;
    return `  ${one.name}: ${own}${one.optional ? ".nullish()" : ""}${told(one)},`;
  });
  /** @param {string} dto */
  const named = (dto) => (hasRest ? `.meta({ id: "${dto}DTO" })` : "");
  const sorted = fields.filter((one) => one.isSorted).map((one) => `"${one.name}"`);
  const chosen = fields.filter(({ type }) => type === "boolean").map((one) => `${one.name}: z.boolean()${told(one)}`);
  return join(
    'import { z } from "zod";',
    importOf(["NameText"], "@/server/kit/call/name.schema"),
    importOf(wire, "@/server/kit/call/wire"),
    importOf(["listInput"], "@/server/kit/list/list.schema"),
    "",
    `export const ${pascal} = z.object({`,
    "  id: Id,",
    isOfCompany && "  companyId: Id,",
    ...item,
    "  ...Stamps,",
    `})${named(`${pascal}Response`)};`,
    "",
    `export const Create${pascal} = z.object({`,
    ...body,
    `})${named(`Create${pascal}`)};`,
    "",
    `export const Update${pascal} = Create${pascal}.partial()${named(`Update${pascal}`)};`,
    "",
    `export const List${pascals} = listInput({`,
    `  sort: [${[...sorted, '"createdAt"', '"updatedAt"'].join(", ")}],`,
    `  filters: { ${[`${name.name}: Search${told(name)}`, ...chosen].join(", ")} },`,
    "});",
    "",
  );
}

/** @param {Plan} plan */
export function service({ kebab, camel, camels, pascals, many, fields, name, isOfCompany }) {
  const sorted = [...fields.filter((one) => one.isSorted).map((one) => one.name), "createdAt", "updatedAt"];
  const chosen = fields.filter(({ type }) => type === "boolean").map((one) => one.name);
  const filters = [`${name.name}: contains(${camels}.${name.name})`].concat(
    chosen.map((field) => `${field}: equals(${camels}.${field})`),
  );
  return join(
    importOf([camels], "@/db/schema"),
    importOf(["contains", ...(chosen.length > 0 ? ["equals"] : [])], "@/server/kit/list/list-filters"),
    importOf(["listService"], "@/server/kit/list/list-service"),
    importOf(["recordService"], "@/server/kit/record/record-service"),
    importOf([`List${pascals}`], `./${kebab}.schema`),
    "",
    "const list = listService({",
    `  table: ${camels},`,
    isOfCompany ? `  company: ${camels}.companyId,` : '  scope: "global",',
    `  input: List${pascals},`,
    `  sort: { ${sorted.map((field) => `${field}: ${camels}.${field}`).join(", ")} },`,
    `  filters: { ${filters.join(", ")} },`,
    "});",
    "",
    `/** The ${many}${isOfCompany ? " of a company" : ""}. */`,
    `export const ${camel}Service = recordService(list, { name: "${isOfCompany ? `company-${kebab}` : kebab}", label: (row) => row.${name.name} });`,
    "",
  );
}

/** Where its operations stand below /api: a company's for staff, then for its own people. @param {Plan} plan */
export const restPaths = ({ kebabs, isOfCompany }) =>
  isOfCompany
    ? [`/v1/backoffice/companies/{companyId}/${kebabs}`, `/v1/users/companies/{companyId}/${kebabs}`]
    : [`/v1/backoffice/admin/${kebabs}`];

/** @param {Plan} plan */
export function router(plan) {
  const { kebab, camel, pascal, pascals, section, hasRest } = plan;
  const [at] = restPaths(plan);
  return join(
    hasRest && importOf(["get"], "@/server/kit/call/meta"),
    importOf(["router"], "@/server/kit/call/procedure"),
    importOf(["listProcedures"], "@/server/kit/list/list-procedures"),
    importOf(["crudProcedures"].concat(hasRest ? "restOf" : []), "@/server/kit/record/crud-procedures"),
    importOf([`Create${pascal}`, `List${pascals}`, pascal, `Update${pascal}`], `./${kebab}.schema`),
    importOf([`${camel}Service`], `./${kebab}.service`),
    "",
    "const of = {",
    `  may: { read: "${kebab}.read", write: "${kebab}.write" },`,
    `  item: ${pascal},`,
    `  service: ${camel}Service,`,
    "} as const;",
    "",
    `export const ${camel}Router = router({`,
    `  ...listProcedures({ ...of, ${hasRest ? `rest: get("${at}", { section: "${section}" }), dto: "List${pascals}DTO", ` : ""}input: List${pascals} }),`,
    `  ...crudProcedures({ ...of, ${hasRest ? `rest: restOf("${at}/{id}", "${section}"), ` : ""}create: Create${pascal}, update: Update${pascal} }),`,
    "});",
    "",
  );
}

/**
 * What a record is made of, such as `label: "First", rank: 7`; what may be left out is.
 * @param {Plan} plan
 * @param {string} called
 */
export const valuesOf = ({ name, others }, called) =>
  [`${name.name}: "${called}"`]
    .concat(others.filter(({ optional }) => !optional).map((one) => `${one.name}: ${one.sample}`))
    .join(", ");

/** @param {Plan} plan */
export const test = (plan) => {
  const { kebab, camel, many, name } = plan;
  return `import { expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { failure, staffCtx } from "@/server/kit/testing";
import { ${camel}Router } from "./${kebab}.router";

const { db } = useDatabase();
const staff = () => ${camel}Router.createCaller(staffCtx(db(), ["${kebab}.read", "${kebab}.write"]));

it("${many} have a ${name.word.toLowerCase()} of their own, and are found by a part of it", async () => {
  const made = await staff().create({ ${valuesOf(plan, " First ")} });
  expect((await staff().list({ ${name.name}: "irs" })).items).toEqual([made]);
  const again = staff().create({ ${valuesOf(plan, "First")} });
  expect(await failure(again)).toMatchObject({ status: 422, errors: [{ path: "${name.name}" }] });
});
`;
};
