// @ts-check
import { join } from "./server-files.mjs";

// The files of a plain resource in the browser: its description, its screens and its page.

/** @typedef {import("./server-files.mjs").Plan} Plan */
/** @typedef {import("./fields.mjs").Field} Field */

/** @param {Plan} plan */
export const wordsOf = ({ fields }) => `{ ${fields.map(({ name, word }) => `${name}: "${word}"`).join(", ")} }`;

/** @param {Plan} plan */
export const resource = (plan) => `import { IconBox } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";

export const ${plan.camels} = resource("${plan.camels}", {
  one: "${plan.one}",
  many: "${plan.many}",
  at: "/${plan.kebabs}",
  icon: IconBox,
  may: { read: "${plan.kebab}.read", write: "${plan.kebab}.write" },
  audited: "${plan.kebab}",
  title: (record) => record.${plan.name.name},
  search: "${plan.name.name}",
  words: ${wordsOf(plan)},
});
`;

/**
 * A column of a list.
 * @param {Field} field
 * @param {boolean} isFirst
 */
export function columnOf({ name, type }, isFirst) {
  if (isFirst) return `{ key: "${name}", sort: true, width: "240px" }`;
  if (type === "text") return `{ key: "${name}", sort: true }`;
  if (type === "longtext") return `{ key: "${name}", isLong: true }`;
  const cell = {
    boolean: `cell: (row) => t(row.${name} ? "Yes" : "No")`,
    date: `cell: (row) => <When at={row.${name}} />`,
  }[type];
  return `{ key: "${name}", sort: true, ${cell ?? 'align: "right"'}, width: "140px" }`;
}

/**
 * A field's input in a form; `f` is what the form hands its children.
 * @param {Field} field
 */
export function inputOf({ input, name, optional }) {
  const [component, ...attributes] = input.split(" ");
  const all = [`{...f.${name}}`, ...attributes, ...(optional ? ["optional"] : [])];
  return `<${component} ${all.join(" ")} />`;
}

/**
 * What is imported for columns and inputs.
 * @param {Plan} plan
 */
export function importsOf({ fields }) {
  const inputs = [...new Set(fields.map(({ input }) => input.split(" ")[0]))].sort();
  const has = (/** @type {string} */ type) => fields.some((one) => one.type === type);
  return {
    inputs: `import { ${inputs.join(", ")} } from "@/components/kit/form/fields";`,
    when: has("date") && 'import { When } from "@/components/ui/value";',
    t: has("boolean") && 'import { t } from "@/texts/t";',
  };
}

/**
 * The first values of a new one: a switch is off.
 * @param {Plan} plan
 */
export function firstValues({ fields }) {
  const off = fields.filter(({ type }) => type === "boolean").map(({ name }) => `${name}: false`);
  return off.length > 0 && `values={record ? undefined : { ${off.join(", ")} }}`;
}

/** @param {Plan} plan */
function screens(plan) {
  const { kebab, camels, pascal, folder, fields, one } = plan;
  const { inputs, when, t } = importsOf(plan);
  const columns = fields.map((field, n) => columnOf(field, n === 0));
  const filters = [`"${plan.name.name}"`].concat(
    fields.filter(({ type }) => type === "boolean").map(({ name }) => `{ kind: "boolean", name: "${name}" }`),
  );
  const about = fields.map(({ name, word, type }) =>
    type === "date" ? `["${word}", <When key="${name}" at={record.${name}} />]` : `"${name}"`,
  );
  return join(
    '"use client";',
    "",
    inputs,
    'import { ResourceForm } from "@/components/kit/form/resource-form";',
    'import { ResourceList } from "@/components/kit/list/resource-list";',
    'import { stampColumns } from "@/components/kit/list/stamp-columns";',
    'import type { RecordOf } from "@/components/kit/resource";',
    'import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";',
    when,
    `import { Create${pascal} } from "@/${folder}/${kebab}/${kebab}.schema";`,
    t,
    `import { ${camels} } from "./${kebab}.resource";`,
    "",
    `export const ${pascal}List = () => (`,
    "  <ResourceList",
    `    of={${camels}}`,
    `    columns={[${columns.join(", ")}, ...stampColumns]}`,
    `    filters={[${filters.join(", ")}]}`,
    `    empty="Create the first ${one}."`,
    "  />",
    ");",
    "",
    `export const ${pascal}Form = ({ record }: { record?: RecordOf<"${camels}"> }) => (`,
    `  <ResourceForm of={${camels}} schema={Create${pascal}} record={record} ${firstValues(plan) || ""}>`,
    `    {(f) => (<>${fields.map(inputOf).join("")}</>)}`,
    "  </ResourceForm>",
    ");",
    "",
    `export const ${pascal}Sheet = ({ id }: { id: string }) => (`,
    "  <ResourceSheet",
    `    of={${camels}}`,
    "    id={id}",
    when ? `    about={(record) => [${about.join(", ")}]}` : `    about={[${about.join(", ")}]}`,
    `    edit={(record) => <${pascal}Form record={record} />}`,
    "    remove",
    "  />",
    ");",
    "",
  );
}

/** @param {Plan} plan @param {string} folder */
const page = ({ kebab, camels, pascal }, folder) => `import { resourcePage } from "@/app/_screen/resource-page";
import { ${pascal}Form, ${pascal}List, ${pascal}Sheet } from "../${kebab}.form";
import { ${camels} } from "../${kebab}.resource";

export default resourcePage("${folder}", ${camels}, { list: ${pascal}List, form: ${pascal}Form, sheet: ${pascal}Sheet });
`;

/**
 * @param {Plan} plan
 * @returns {Record<string, string>} path → text
 */
export function screenFiles(plan) {
  const { kebab, kebabs, register } = plan;
  const at = `app/(backoffice)/(${register})/${kebabs}`;
  const pages = `${at}/[[...at]]`;
  return {
    [`${at}/${kebab}.resource.ts`]: resource(plan),
    [`${at}/${kebab}.form.tsx`]: screens(plan),
    [`${pages}/page.tsx`]: page(plan, pages),
  };
}
