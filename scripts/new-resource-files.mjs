// @ts-check

// The files of a plain resource: a label, unique, and a description. What `npm run new:resource` writes.

/**
 * @typedef {object} Names
 * @property {string} kebab such as "wheel-size"
 * @property {string} kebabs such as "wheel-sizes"
 * @property {string} camels such as "wheelSizes"
 * @property {string} pascal such as "WheelSize"
 * @property {string} pascals such as "WheelSizes"
 * @property {string} snakes such as "wheel_sizes"
 * @property {string} one such as "wheel size"
 * @property {string} many such as "wheel sizes"
 * @property {string} server the folder below server/, such as "devices"
 * @property {string} room the folder below app/(backoffice), such as "(devices)"
 * @property {{ gender: string, one: string, many: string }} french
 * @property {{ gender: string, one: string, many: string }} german
 * @property {string} schema the PostgreSQL schema's name in db/schema/pg-schema.ts
 */

/** @type {(names: Names) => string} */
const table = ({ camels, snakes, schema, kebab }) => `import { index, text } from "drizzle-orm/pg-core";
import { id, stamps } from "./column";
import { ${schema} } from "./pg-schema";
import { searchIndex } from "./text-index";

/** See server/…/${kebab}. */
export const ${camels} = ${schema}.table(
  "${snakes}",
  { id: id(), label: text().notNull().unique("${snakes}_label"), description: text(), ...stamps() },
  (t) => [
    index("${snakes}_created_at").on(t.createdAt, t.id),
    searchIndex("${snakes}_label_search", t.label),
  ],
);
`;

/** @type {(names: Names) => string} */
const schema = ({ pascal, pascals }) => `import { z } from "zod";
import { listInput } from "@/server/kit/list/list.schema";
import { NameText } from "@/server/kit/call/name.schema";
import { Id, LongText, Search, Stamps } from "@/server/kit/call/wire";

export const ${pascal} = z.object({ id: Id, label: z.string(), description: z.string().nullable(), ...Stamps });

export const Create${pascal} = z.object({ label: NameText(80), description: LongText(500).nullish() });

export const Update${pascal} = Create${pascal}.partial();

export const List${pascals} = listInput({
  sort: ["label", "createdAt", "updatedAt"],
  filters: { label: Search },
});
`;

/** @type {(names: Names) => string} */
const service = ({ kebab, camels, pascals, many, ...names }) => `import { ${camels} } from "@/db/schema";
import { contains } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { recordService } from "@/server/kit/record/record-service";
import { List${pascals} } from "./${kebab}.schema";

const list = listService({
  table: ${camels},
  scope: "global",
  input: List${pascals},
  sort: { label: ${camels}.label, createdAt: ${camels}.createdAt, updatedAt: ${camels}.updatedAt },
  filters: { label: contains(${camels}.label) },
});

/** The ${many}. */
export const ${lower(names.pascal)}Service = recordService(list, { name: "${kebab}", label: (row) => row.label });
`;

/** @param {string} pascal */
const lower = (pascal) => `${pascal[0]?.toLowerCase()}${pascal.slice(1)}`;

/** @type {(names: Names) => string} */
const router = ({ kebab, pascal, pascals }) => `import { crudProcedures } from "@/server/kit/record/crud-procedures";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { router } from "@/server/kit/call/procedure";
import { Create${pascal}, List${pascals}, ${pascal}, Update${pascal} } from "./${kebab}.schema";
import { ${lower(pascal)}Service } from "./${kebab}.service";

const of = {
  may: { read: "${kebab}.read", write: "${kebab}.write" },
  item: ${pascal},
  service: ${lower(pascal)}Service,
} as const;

export const ${lower(pascal)}Router = router({
  ...listProcedures({ ...of, input: List${pascals} }),
  ...crudProcedures({ ...of, create: Create${pascal}, update: Update${pascal} }),
});
`;

/** @type {(names: Names) => string} */
const test = ({ kebab, pascal, many }) => `import { expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { failure, staffCtx } from "@/server/kit/testing";
import { ${lower(pascal)}Router } from "./${kebab}.router";

const { db } = useDatabase();
const staff = () => ${lower(pascal)}Router.createCaller(staffCtx(db(), ["${kebab}.read", "${kebab}.write"]));

it("${many} have labels of their own, and are found by a part of them", async () => {
  const made = await staff().create({ label: " First " });
  expect((await staff().list({ label: "irs" })).items).toEqual([made]);
  expect(await failure(staff().create({ label: "First" }))).toMatchObject({ status: 422, errors: [{ path: "label" }] });
});
`;

/** What its page is for, until somebody says it better. @param {string} many */
const purposeOf = (many) => `The ${many} of the product.`;

/** @type {(names: Names) => string} */
const resource = ({ kebab, kebabs, camels, one, many }) => `import { IconBox } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";

export const ${camels} = resource("${camels}", {
  one: "${one}",
  many: "${many}",
  at: "/${kebabs}",
  icon: IconBox,
  may: { read: "${kebab}.read", write: "${kebab}.write" },
  audited: "${kebab}",
  title: (record) => record.label,
  search: "label",
  words: { label: "Label", description: "Description" },
});
`;

/** @type {(names: Names) => string} */
const list = ({ kebab, camels, pascal, one }) => `"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { ${camels} } from "../${kebab}.resource";

export const ${pascal}List = () => (
  <ResourceList
    of={${camels}}
    columns={[{ key: "label", sort: true, width: "240px" }, "description", ...stampColumns]}
    filters={["label"]}
    empty="Create the first ${one}."
  />
);
`;

/** @type {(names: Names) => string} */
const form = ({ kebab, camels, pascal, server }) => `"use client";

import { TextAreaField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { Create${pascal} } from "@/server/${server}/${kebab}/${kebab}.schema";
import { ${camels} } from "../${kebab}.resource";

export const ${pascal}Form = ({ record }: { record?: RecordOf<"${camels}"> }) => (
  <ResourceForm of={${camels}} schema={Create${pascal}} record={record}>
    {(f) => (
      <>
        <TextField {...f.label} />
        <TextAreaField {...f.description} optional />
      </>
    )}
  </ResourceForm>
);
`;

/** @type {(names: Names) => string} */
const sheet = ({ kebab, camels, pascal }) => `"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { ${camels} } from "../${kebab}.resource";
import { ${pascal}Form } from "./${kebab}.form";

export const ${pascal}Sheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={${camels}}
    id={id}
    about={["label", "description"]}
    edit={(record) => <${pascal}Form record={record} />}
    remove
  />
);
`;

/**
 * A page of one line: `kind` is the function of app/_screen that makes it.
 * @type {(names: Names, kind: "list" | "new" | "record", part: string, up: string) => string}
 */
const page = ({ kebab, camels, pascal }, kind, part, up) => `import { ${kind}Page } from "@/app/_screen/${kind}-page";
import { ${pascal}${part} } from "${up}/_screens/${kebab}.${part.toLowerCase()}";
import { ${camels} } from "${up}/${kebab}.resource";

export default ${kind}Page(${camels}, ${pascal}${part});
`;

/** @type {(names: Names) => string} */
const layout = ({ room, kebabs }) => `import { textsLayout } from "@/texts/area-texts";

export default textsLayout("app/(backoffice)/${room}/${kebabs}");
`;

/**
 * @param {Names} names
 * @returns {Record<string, string>} path → text
 */
export function filesOf(names) {
  const { kebab, kebabs } = names;
  const server = `server/${names.server}/${kebab}/${kebab}`;
  const app = `app/(backoffice)/${names.room}/${kebabs}`;
  return {
    [`db/schema/${kebab}.ts`]: table(names),
    [`${server}.schema.ts`]: schema(names),
    [`${server}.service.ts`]: service(names),
    [`${server}.router.ts`]: router(names),
    [`${server}.test.ts`]: test(names),
    [`${app}/${kebab}.resource.ts`]: resource(names),
    [`${app}/_screens/${kebab}.list.tsx`]: list(names),
    [`${app}/_screens/${kebab}.form.tsx`]: form(names),
    [`${app}/_screens/${kebab}.sheet.tsx`]: sheet(names),
    [`${app}/layout.tsx`]: layout(names),
    [`${app}/page.tsx`]: page(names, "list", "List", "."),
    [`${app}/new/page.tsx`]: page(names, "new", "Form", ".."),
    [`${app}/[id]/page.tsx`]: page(names, "record", "Sheet", ".."),
  };
}

/**
 * The French and German of its screens, as an end of a file of texts/catalogue.
 * @param {Names} names
 */
function translations({ one, many, french, german }) {
  const first = french.gender === "f" ? "la première" : "le premier";
  const erste = { m: "den ersten", f: "die erste", n: "das erste" }[german.gender];
  const texts = {
    [one]: [french.one, german.one],
    [many]: [french.many, german.many],
    [purposeOf(many)]: [`Les ${french.many} du produit.`, `Die ${german.many} des Produkts.`],
    [`See ${many}`]: [`Voir les ${french.many}`, `${german.many} ansehen`],
    [`Edit ${many}`]: [`Modifier les ${french.many}`, `${german.many} bearbeiten`],
    [`Create the first ${one}.`]: [`Créez ${first} ${french.one}.`, `Legen Sie ${erste} ${german.one} an.`],
  };
  return linesOfTexts(texts);
}

/** @param {Record<string, string[]>} texts */
const linesOfTexts = (texts) =>
  Object.entries(texts).map(([text, said]) => `,\n  ${JSON.stringify(text)}: ${JSON.stringify(said)}`);

/** @param {Names} names */
const takenLabel = ({ one }) => `${/^[aeiou]/.test(one) ? "An" : "A"} ${one} with this label already exists.`;

/**
 * What a label that is taken is refused with, in French and German.
 * @param {Names} names
 */
function refusals(names) {
  const { french, german } = names;
  const un = french.gender === "f" ? "Une" : "Un";
  const einen = { m: "Einen", f: "Eine", n: "Ein" }[german.gender];
  return linesOfTexts({
    [takenLabel(names)]: [
      `${un} ${french.one} portant ce libellé existe déjà.`,
      `${einen} ${german.one} mit dieser Bezeichnung gibt es schon.`,
    ],
  });
}

/**
 * The lines that register it, each put before the last line of a file that `end` matches.
 * @param {Names & { constraints: string, register: string, module: string }} names
 * @returns {{ file: string, end: RegExp, line: string, head?: string }[]} `head` goes to the top of the file
 */
export function linesOf(names) {
  const { kebab, kebabs, camels, snakes, pascal, one, many, server, room, register } = names;
  return [
    { file: `texts/catalogue/${register}.json`, end: /\n\}\n/, line: translations(names).join("") },
    { file: "texts/catalogue/constraints.json", end: /\n\}\n/, line: refusals(names).join("") },
    {
      file: "texts/catalogue/genders.json",
      end: /\n\}\n/,
      line: `,\n  "${one}|gender": ["${names.french.gender}", "other"]`,
    },
    { file: "db/schema/index.ts", end: /$/, line: `export * from "./${kebab}";\n` },
    {
      file: `db/constraints/${names.constraints}.ts`,
      end: /\n\};\n/,
      line: `\n  ${snakes}_label: rule("${takenLabel(names)}", "label"),`,
    },
    {
      file: "server/overview/privacy/person-columns.rules.ts",
      end: /\n\};\n/,
      line: `\n  "backoffice.${snakes}": { swept: "label description" },`,
    },
    {
      file: "server/permissions.ts",
      end: /\n {2}\.\.\.companyPermissions,/,
      line: `\n  "${kebab}.read": ["See ${many}", "${names.module}", "BACKOFFICE"],\n  "${kebab}.write": ["Edit ${many}", "${names.module}", "BACKOFFICE"],`,
    },
    {
      file: "server/root.ts",
      head: `import { ${lower(pascal)}Router } from "@/server/${server}/${kebab}/${kebab}.router";\n`,
      end: /\n\}\);\n/,
      line: `\n  ${camels}: ${lower(pascal)}Router,`,
    },
    {
      file: "server/root.samples.ts",
      end: /\n\];\n/,
      line: `\n  ...plain("${camels}", { label: "Audited ${one}" }, { description: "Changed" }),`,
    },
    {
      file: `app/_resources/${register}.ts`,
      head: `import { ${camels} } from "@/app/(backoffice)/${room}/${kebabs}/${kebab}.resource";\n`,
      end: /,?\s*\],?\s*\},?\s*\];\n/, // a tab of the last area
      line: `, [${camels}, "${purposeOf(many)}"]`,
    },
  ];
}
