"use client";

import { PermissionField } from "@/app/(backoffice)/(people)/_fields/permission.field";
import { Answer } from "@/components/kit/answer";
import { SelectField, TextAreaField, TextField } from "@/components/kit/form/fields";
import { FormDialog } from "@/components/kit/form/form-step";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RowOf } from "@/components/kit/resource";
import { TranslationsTab } from "@/components/kit/sheet/translations.tab";
import { trpc } from "@/components/kit/trpc";
import { Dialog } from "@/components/ui/dialog";
import { CompanyRoleFields } from "@/server/companies/people/company-role/company-role.schema";
import { t } from "@/texts/t";
import { useCompanyDoor } from "./company-door";
import { companyCatalogue } from "./company-permission.words";
import { CompanyRoleState } from "./company-role-state.button";

interface Props {
  onClose: () => void;
}

interface RoleProps extends Props {
  /** the role to change; none for a new one */
  record?: RowOf<"teamRoles">;
  onTranslate: (id: string) => void;
}

/** Creates a role of a company, or changes the given one. */
export function CompanyRoleDialog({ record, onClose, onTranslate }: RoleProps) {
  const { companyId, roles } = useCompanyDoor();
  const ceiling = trpc[roles.router].ceiling.useQuery({ companyId });
  const all = trpc[roles.router].list.useQuery({ companyId, isGetAll: true, sortBy: "title:asc" });
  const managers = (all.data?.items ?? []).filter(({ id }) => id !== record?.id);
  return (
    <FormDialog
      title={record ? t("Edit {name}", { name: record.title }) : t("Create role")}
      onClose={onClose}
      width={640}
    >
      {record && <CompanyRoleState role={record} onDone={onClose} onTranslate={() => onTranslate(record.id)} />}
      <ResourceForm
        of={roles}
        schema={CompanyRoleFields}
        record={record}
        within={{ companyId }}
        values={record ? undefined : { permissions: [] }}
      >
        {(f) => (
          <>
            <TextField {...f.title} />
            <TextAreaField {...f.description} rows={2} optional />
            <SelectField
              {...f.roleManagerId}
              options={managers.map(({ id, title }) => ({ value: id, label: title }))}
              help="The role whose holders manage this one."
              optional
            />
            <Answer of={ceiling}>
              {({ items }) => (
                <PermissionField
                  {...f.permissions}
                  catalogue={companyCatalogue}
                  ceiling={items.map(({ code }) => code)}
                  help="Only permissions that the company's category allows."
                />
              )}
            </Answer>
          </>
        )}
      </ResourceForm>
    </FormDialog>
  );
}

/** The title and the description of a role in the other languages. */
export function CompanyRoleTranslations({ id, onClose }: Props & { id: string }) {
  const { companyId, roles } = useCompanyDoor();
  const role = trpc[roles.router].get.useQuery({ companyId, id });
  return (
    <Dialog title={t("Translate {name}", { name: role.data?.title ?? "…" })} onClose={onClose} width={820}>
      <Answer of={role}>
        {(record) => (
          <TranslationsTab
            of={roles}
            record={record}
            within={{ companyId }}
            fields={[
              { name: "title", title: "Title" },
              { name: "description", title: "Description", long: true, optional: true },
            ]}
            source={{ title: record.title, description: record.description ?? "" }}
          />
        )}
      </Answer>
    </Dialog>
  );
}
