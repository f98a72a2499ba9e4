"use client";

import { pers } from "@/app/(backoffice)/(devices)/pers/pers.resource";
import { RecordField, SelectField, TextAreaField, TimeField } from "@/components/kit/form/fields";
import { FormDialog } from "@/components/kit/form/form-step";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RowOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import {
  CreateCompanyPersLink,
  UpdateCompanyPersLink,
} from "@/server/companies/fleet/company-pers-link/company-pers-link.schema";
import { t } from "@/texts/t";
import { companyPersLinks } from "./company-pers-link.words";
import { linkTypeOptions } from "./link-type.words";

/** In a form the start may be empty, which is now. */
const NewLink = CreateCompanyPersLink.extend({ startDate: CreateCompanyPersLink.shape.startDate.nullable() });

const endHelp = "The link no longer applies from this time. Leave empty if it has no end.";

interface Props {
  companyId: string;
  onClose: () => void;
}

/** Links a PERS device to the company. Where another link is in the way, the server names its company and period at the start. */
export function LinkPersDialog({ companyId, onClose }: Props) {
  const create = trpc.companyPersLinks.create.useMutation();
  return (
    <FormDialog title="Link PERS device" onClose={onClose}>
      <ResourceForm
        of={companyPersLinks}
        schema={NewLink}
        save={({ startDate, ...values }) =>
          create.mutateAsync({ ...values, companyId, startDate: startDate ?? undefined })
        }
      >
        {(f) => (
          <>
            <RecordField {...f.persId} of={pers} />
            <SelectField {...f.linkType} options={linkTypeOptions} />
            <TimeField {...f.startDate} help="Leave empty to start now." optional />
            <TimeField {...f.endDate} help={endHelp} optional />
            <TextAreaField {...f.comment} rows={2} optional />
          </>
        )}
      </ResourceForm>
    </FormDialog>
  );
}

/** Changes the period or the comment of a link. */
export function PersLinkDialog({ companyId, record, onClose }: Props & { record: RowOf<"companyPersLinks"> }) {
  const update = trpc.companyPersLinks.update.useMutation();
  return (
    <FormDialog title={t("Edit the link to {device}", { device: companyPersLinks.title(record) })} onClose={onClose}>
      <ResourceForm
        of={companyPersLinks}
        schema={UpdateCompanyPersLink}
        record={record}
        within={{ companyId }}
        save={(values, ifMatch) => update.mutateAsync({ ...values, companyId, id: record.id, ifMatch })}
      >
        {(f) => (
          <>
            <TimeField {...f.startDate} />
            <TimeField {...f.endDate} help={endHelp} optional />
            <TextAreaField {...f.comment} rows={2} optional />
          </>
        )}
      </ResourceForm>
    </FormDialog>
  );
}
