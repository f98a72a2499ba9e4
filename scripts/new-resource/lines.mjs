// @ts-check
import { restPaths, valuesOf } from "./server-files.mjs";
import { capitalOf, purposeOf, rightsOf, takenText, textLines } from "./texts.mjs";

// What a new resource writes into files that are there: where it is registered.

/** @typedef {import("./server-files.mjs").Plan} Plan */
/** @typedef {import("./texts.mjs").Line} Line */

/** @param {Plan} plan @returns {Line[]} */
function tableLines(plan) {
  const { kebab, snakes, server, name, fields, isOfCompany, one, many } = plan;
  const held = fields.filter(({ builder }) => builder === "text").map(({ snake }) => snake);
  const company = isOfCompany
    ? `\n  ${snakes}_company_id_companies_id_fk: reference("company", "companyId", ["${one}", "${many}"]),`
    : "";
  return [
    { file: "db/schema/index.ts", end: /$/, line: `export * from "./${server}-${kebab}";\n` },
    {
      file: `db/constraints/${server}.ts`,
      end: /\n\};\n/,
      line: `\n  ${snakes}_${name.snake}: rule("${takenText(plan)}", "${name.name}"),${company}`,
    },
    {
      file: "server/overview/privacy/person-columns.rules.ts",
      end: /\n\};\n/,
      line: `\n  "backoffice.${snakes}": { swept: "${held.join(" ")}" },`,
    },
  ];
}

/** What the sample of an update changes. @param {Plan} plan */
const changeOf = ({ name, others }) => {
  const [other] = others;
  return other
    ? `{ ${other.name}: ${other.type === "boolean" ? "false" : other.sample} }`
    : `{ ${name.name}: "Changed" }`;
};

/** @param {Plan} plan @returns {Line[]} */
function plainLines(plan) {
  const { kebab, kebabs, camel, camels, folder, register, server, one } = plan;
  const rights = Object.entries(rightsOf(plan));
  return [
    {
      file: "server/permissions.ts",
      end: /\n {2}\.\.\.companyPermissions,/,
      line: rights.map(([code, [text]]) => `\n  "${code}": ["${text}", "${server}", "BACKOFFICE"],`).join(""),
    },
    {
      file: "server/root.ts",
      head: `import { ${camel}Router } from "@/${folder}/${kebab}/${kebab}.router";\n`,
      end: /\n\}\);\n/,
      line: `\n  ${camels}: ${camel}Router,`,
    },
    {
      file: "server/root.samples.ts",
      end: /\n\];\n/,
      line: `\n  ...plain("${camels}", { ${valuesOf(plan, `Audited ${one}`)} }, ${changeOf(plan)}),`,
    },
    {
      file: `app/_resources/${register}.ts`,
      head: `import { ${camels} } from "@/app/(backoffice)/(${register})/${kebabs}/${kebab}.resource";\n`,
      end: /,?\s*\],?\s*\},?\s*\];\n/, // a tab of the last area
      line: `, [${camels}, "${purposeOf(plan)}"]`,
    },
  ];
}

/** @param {Plan} plan @returns {Line[]} */
function companyLines(plan) {
  const { kebab, camel, camels, pascal, pascals, folder, one, many, name } = plan;
  const rights = Object.entries(rightsOf(plan));
  const [ofStaff, ofOwn] = [rights.slice(0, 2), rights.slice(2)];
  const sample = (/** @type {string} */ router, /** @type {string} */ at) =>
    `\n  ...plain("${router}", { ${valuesOf(plan, `Audited ${one}`)} }, ${changeOf(plan)}, ${at}),`;
  const sheet = "app/(backoffice)/(companies)/companies/_screens/company.sheet.tsx";
  const merge = "server/companies/company/company-merge";
  const ofTable = `import { ${camels} } from "@/db/schema";\n`;
  return [
    {
      file: "server/permissions.ts",
      end: /\n {2}\.\.\.companyPermissions,/,
      line: ofStaff.map(([code, [text]]) => `\n  "${code}": ["${text}", "companies", "BACKOFFICE"],`).join(""),
    },
    {
      file: "server/company-permissions.rules.ts",
      end: /\n\} as const satisfies Record<string, Labelled>;/,
      line: ofOwn.map(([code, [text]]) => `\n  "${code}": ["${text}", "pro-center", "PRO_CENTER"],`).join(""),
    },
    {
      file: "seed/base.ts",
      end: /\n\];\nconst partner:/,
      line: ofOwn.map(([code]) => `\n  "${code}",`).join(""),
    },
    {
      file: "server/root.ts",
      head: `import { company${pascal}Router, ${camel}Router } from "@/${folder}/${kebab}/${kebab}.router";\n`,
      end: /\n\}\);\n/,
      line: `\n  company${pascals}: company${pascal}Router,\n  ${camels}: ${camel}Router,`,
    },
    { file: "server/root.samples.ts", end: /\n\];\n/, line: sample(`company${pascals}`, "inCompany") },
    { file: "server/testing/portal-samples.ts", end: /\n\];\n/, line: sample(camels, "inside") },
    {
      file: `${merge}/company-merge.rules.ts`,
      end: /\n\} as const;\n/,
      line: `\n  ${camels}: "${capitalOf(many)}",`,
    },
    {
      file: `${merge}/merge-column.service.ts`,
      head: ofTable,
      end: /\n {2}\/\/ The other company keeps its own words/,
      line: `\n  rule(${camels}.companyId, "${camels}", ({ intoId }) => sql\`not exists (select from \${${camels}} o
      where o.company_id = \${intoId}::uuid and o.${name.snake} = \${${camels}.${name.name}})\`),`,
    },
    {
      file: `${merge}/merge-column.service.ts`,
      end: /\n\];\n\nconst byName/,
      line: `\n  { table: ${camels}, key: ${camels}.id, objectType: "company-${kebab}", label: (row) => row.${name.name} },`,
    },
    {
      file: "server/companies/partners/company-partner/partner-forget.service.ts",
      end: /\n {2}\];\n {2}const used/,
      line: `\n    "${plan.snakes}",`,
    },
    {
      file: "server/companies/partners/company-partner/unverified.test.ts",
      end: /\n\];\n/,
      line: `\n  "${kebab}.write",`,
    },
    {
      file: sheet,
      head: `import { Company${pascals} } from "@/app/_company/${kebab}.tab";
import { company${pascals} } from "@/app/_company/${kebab}.resource";\n`,
      end: /\n {8}\]\}\n {6}\/>/,
      line: `\n...(may(company${pascals}.may.read)
            ? [{ key: "${plan.kebabs}", title: "${capitalOf(many)}", content: () => <Company${pascals} /> }]
            : []),`,
    },
    {
      file: "app/_resources/backoffice-parts.ts",
      head: `import { company${pascals} } from "@/app/_company/${kebab}.resource";\n`,
      end: /,?\s*\],\n\};\n/,
      line: `, company${pascals}`,
    },
    {
      file: "app/_resources/workspace.ts",
      head: `import { ${camels} } from "@/app/_company/${kebab}.resource";\n`,
      end: /\n {8}\[teams, /, // a tab of the company's people
      line: `\n        [${camels}, "${purposeOf(plan)}"],`,
    },
  ];
}

/** Its operations, which the documents do not have, and rows for their examples, for a demo has none. @param {Plan} plan @returns {Line[]} */
function restLines(plan) {
  if (!plan.hasRest) return [];
  const { camel, camels, pascals, isOfCompany } = plan;
  const file = "server/testing/read-samples.ts";
  const company = isOfCompany ? "companyId: company.id, " : "";
  const routers = isOfCompany ? [`company${pascals}`, camels] : [camels];
  const reads = routers.map(
    (router) => `\n    "${router}.get": { ${company}id: ${camel}.id },\n    "${router}.list": { ${company}limit: 2 },`,
  );
  const values = `{ ${company}${valuesOf(plan, "First")} }`;
  const operations = restPaths(plan).flatMap((path) => [
    ...["GET", "POST"].map((method) => [method, path]),
    ...["GET", "PATCH", "DELETE"].map((method) => [method, `${path}/{id}`]),
  ]);
  return [
    {
      file: "server/root.test.ts",
      end: /\n {4}\]\);\n {4}const isKnown/,
      line: operations.map(([method, path]) => `\n      shape("${method}", "/api${path}"),`).join(""),
    },
    {
      file,
      head: `import { ${camels} } from "@/db/schema";\n`,
      end: /\n {2}return \{\n/,
      line: `\n  const ${camel} = first(await db.insert(${camels}).values(${values}).returning());`,
    },
    { file, end: /\n {2}\};\n\}\n/, line: reads.join("") },
  ];
}

/**
 * The lines that register it and say its texts.
 * @param {Plan} plan
 * @returns {Line[]}
 */
export const linesOf = (plan) => [
  ...textLines(plan),
  ...tableLines(plan),
  ...(plan.isOfCompany ? companyLines(plan) : plainLines(plan)),
  ...restLines(plan),
];
