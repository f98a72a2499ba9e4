"use client";

import { pers } from "@/app/(backoffice)/(devices)/pers/pers.resource";
import { RecordField, SelectField, TextAreaField, TimeField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RowOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { Dialog } from "@/components/ui/dialog";
import {
  CreateCompanyPersLink,
  UpdateCompanyPersLink,
} from "@/server/companies/company-pers-link/company-pers-link.schema";
import { companyPersLinks } from "./company-pers-link.words";
import { linkTypeOptions } from "./link-type.words";

/** In a form the start may be empty, which is now. */
const NewLink = CreateCompanyPersLink.extend({ startDate: CreateCompanyPersLink.shape.startDate.nullable() });

const endHelp = "The first moment that the link no longer counts; empty while nobody knows.";

interface Props {
  companyId: string;
  onClose: () => void;
}

/** Links a PERS device to the company. Where another link is in the way, the server names its company and period at the start. */
export function LinkPersDialog({ companyId, onClose }: Props) {
  const create = trpc.companyPersLinks.create.useMutation();
  return (
    <Dialog title="Link PERS device" onClose={onClose} width={560}>
      <ResourceForm
        of={companyPersLinks}
        schema={NewLink}
        opens={null}
        save={async ({ startDate, ...values }) => {
          const made = await create.mutateAsync({ ...values, companyId, startDate: startDate ?? undefined });
          onClose();
          return made;
        }}
      >
        {(f) => (
          <>
            <RecordField {...f.persId} of={pers} />
            <SelectField {...f.linkType} options={linkTypeOptions} />
            <TimeField {...f.startDate} help="Empty: from now on." optional />
            <TimeField {...f.endDate} help={endHelp} optional />
            <TextAreaField {...f.comment} rows={2} optional />
          </>
        )}
      </ResourceForm>
    </Dialog>
  );
}

/** Changes the period or the comment of a link. */
export function PersLinkDialog({ companyId, record, onClose }: Props & { record: RowOf<"companyPersLinks"> }) {
  const update = trpc.companyPersLinks.update.useMutation();
  return (
    <Dialog title={`Edit the link to ${companyPersLinks.title(record)}`} onClose={onClose} width={560}>
      <ResourceForm
        of={companyPersLinks}
        schema={UpdateCompanyPersLink}
        record={record}
        within={{ companyId }}
        opens={null}
        save={async (values, ifMatch) => {
          const saved = await update.mutateAsync({ ...values, companyId, id: record.id, ifMatch });
          onClose();
          return saved;
        }}
      >
        {(f) => (
          <>
            <TimeField {...f.startDate} />
            <TimeField {...f.endDate} help={endHelp} optional />
            <TextAreaField {...f.comment} rows={2} optional />
          </>
        )}
      </ResourceForm>
    </Dialog>
  );
}
