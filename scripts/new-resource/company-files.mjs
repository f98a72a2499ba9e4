// @ts-check
import { columnOf, firstValues, importsOf, inputOf, wordsOf } from "./screen-files.mjs";
import { join } from "./server-files.mjs";

// The screens of a company's resource: one tab, which is a page of the company's workspace and a part of its sheet in the
// backoffice.

/** @typedef {import("./server-files.mjs").Plan} Plan */

/** @param {Plan} plan */
const resource = (plan) => `import { IconBox } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import { resourceSeenAs } from "@/components/kit/seen-as";

const words = {
  one: "${plan.one}",
  many: "${plan.many}",
  title: (record: { ${plan.name.name}: string }) => record.${plan.name.name},
  search: "${plan.name.name}",
  words: ${wordsOf(plan)},
  icon: IconBox,
  create: false,
} as const;

/** As the company's own people see them, in its workspace. */
export const ${plan.camels} = resource("${plan.camels}", {
  ...words,
  at: "/${plan.kebabs}",
  may: { read: "${plan.kebab}.read", write: "${plan.kebab}.write" },
});

const ofStaff = resource("company${plan.pascals}", {
  ...words,
  at: "/companies",
  may: { read: "company-${plan.kebab}.read", write: "company-${plan.kebab}.write" },
  audited: "company-${plan.kebab}",
});

/** As staff see them, in a tab of the company's sheet. */
export const company${plan.pascals} = resourceSeenAs("${plan.camels}", ofStaff);
`;

/** @param {Plan} plan */
function tab(plan) {
  const { kebab, camels, pascal, pascals, folder, fields, one, name } = plan;
  const { inputs, when } = importsOf(plan);
  const columns = fields.map((field, n) => columnOf(field, n === 0));
  const filters = [`"${name.name}"`].concat(
    fields.filter(({ type }) => type === "boolean").map((field) => `{ kind: "boolean", name: "${field.name}" }`),
  );
  return join(
    '"use client";',
    "",
    'import { Button } from "@mantine/core";',
    'import { useState } from "react";',
    'import { Allowed } from "@/components/kit/allowed";',
    'import { AskButton } from "@/components/kit/ask-button";',
    inputs,
    'import { FormDialog } from "@/components/kit/form/form-step";',
    'import { ResourceForm } from "@/components/kit/form/resource-form";',
    'import { ChildList } from "@/components/kit/list/child-list";',
    'import { createTitle, noun } from "@/components/kit/noun";',
    'import type { Resource, RowOf } from "@/components/kit/resource";',
    'import { trpc } from "@/components/kit/trpc";',
    when,
    `import { Create${pascal} } from "@/${folder}/${kebab}/${kebab}.schema";`,
    'import { etagOf } from "@/server/kit/value/etag.rules";',
    'import { t } from "@/texts/t";',
    'import styles from "./company.module.css";',
    'import { useCompanyDoor } from "./company-door";',
    `import { company${pascals}, ${camels} } from "./${kebab}.resource";`,
    "",
    `type ${pascal} = RowOf<"${camels}">;`,
    "",
    "interface Props {",
    "  /** as the door has it */",
    `  of: Resource<"${camels}">;`,
    "}",
    "",
    `function ${pascal}List({ of }: Props) {`,
    "  const { companyId } = useCompanyDoor();",
    `  const [edited, setEdited] = useState<${pascal} | "new">();`,
    "  return (",
    "    <>",
    "      <Allowed needs={of.may.write}>",
    '        <Button mb="sm" onClick={() => setEdited("new")}>',
    "          {createTitle({ one: of.one })}",
    "        </Button>",
    "      </Allowed>",
    "      {edited && (",
    `        <${pascal}Dialog of={of} record={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />`,
    "      )}",
    "      <ChildList",
    "        of={of}",
    "        where={{ companyId }}",
    `        sort="${name.name}:asc"`,
    `        columns={[${columns.join(", ")},`,
    '          { key: "id", title: "Change", align: "right", onPhone: true, width: "180px",',
    "            cell: (row) => <Actions of={of} record={row} onEdit={() => setEdited(row)} /> },",
    "        ]}",
    `        filters={[${filters.join(", ")}]}`,
    "        href={null}",
    `        empty="Create the first ${one}."`,
    "      />",
    "    </>",
    "  );",
    "}",
    "",
    `function ${pascal}Dialog({ of, record, onClose }: Props & { record?: ${pascal}; onClose: () => void }) {`,
    "  const { companyId } = useCompanyDoor();",
    "  return (",
    `    <FormDialog title={record ? t("Edit {name}", { name: of.title(record) }) : createTitle({ one: of.one })} onClose={onClose}>`,
    `      <ResourceForm of={of} schema={Create${pascal}} record={record} within={{ companyId }} ${firstValues(plan) || ""}>`,
    `        {(f) => (<>${fields.map(inputOf).join("")}</>)}`,
    "      </ResourceForm>",
    "    </FormDialog>",
    "  );",
    "}",
    "",
    `function Actions({ of, record, onEdit }: Props & { record: ${pascal}; onEdit: () => void }) {`,
    "  const { companyId } = useCompanyDoor();",
    "  const remove = trpc[of.router].remove.useMutation();",
    "  const restore = trpc[of.router].restore.useMutation();",
    "  return (",
    "    <span className={styles.actions}>",
    "      <Allowed needs={of.may.write}>",
    '        <Button size="compact-sm" variant="default" onClick={onEdit}>',
    '          {t("Edit")}',
    "        </Button>",
    "      </Allowed>",
    "      <AskButton",
    "        needs={of.may.write}",
    '        title="Delete"',
    `        question={t("Delete {name}?", { name: of.title(record) })}`,
    '        confirm="Delete"',
    '        done="Deleted"',
    "        run={() => remove.mutateAsync({ companyId, id: record.id, ifMatch: etagOf(record) })}",
    "        undo={() => restore.mutateAsync({ companyId, id: record.id })}",
    "      >",
    '        <p>{t("This {one} is deleted immediately. You can undo this right afterwards.", noun(of))}</p>',
    "      </AskButton>",
    "    </span>",
    "  );",
    "}",
    "",
    "/** In the company's own workspace. */",
    `export const Own${pascals} = () => <${pascal}List of={${camels}} />;`,
    "",
    "/** In the backoffice, as a tab of the company's sheet. */",
    `export const Company${pascals} = () => <${pascal}List of={company${pascals}} />;`,
    "",
  );
}

/**
 * @param {Plan} plan
 * @returns {Record<string, string>} path → text
 */
export function companyScreens(plan) {
  const { kebab, kebabs, camels, pascals } = plan;
  const portal = `app/portal/[companyId]/${kebabs}`;
  return {
    [`app/_company/${kebab}.resource.ts`]: resource(plan),
    [`app/_company/${kebab}.tab.tsx`]: tab(plan),
    [`${portal}/layout.tsx`]: `import { textsLayout } from "@/texts/area-texts";

export default textsLayout("${portal}");
`,
    [`${portal}/page.tsx`]: `import { ${camels} } from "@/app/_company/${kebab}.resource";
import { Own${pascals} } from "@/app/_company/${kebab}.tab";
import { portalPartPage } from "../portal-page";

export default portalPartPage(${camels}, Own${pascals});
`,
  };
}
