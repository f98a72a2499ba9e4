"use client";

import { Button, Group } from "@mantine/core";
import Link from "next/link";
import { useState } from "react";
import { pers } from "@/app/(backoffice)/(devices)/pers/pers.resource";
import { Allowed } from "@/components/kit/allowed";
import { ChildList } from "@/components/kit/list/child-list";
import type { RowOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { When } from "@/components/ui/value";
import { etagOf } from "@/server/kit/value/etag.rules";
import { t } from "@/texts/t";
import { companies } from "../company.resource";
import { LinkPersDialog, PersLinkDialog } from "./company-pers-link.form";
import { companyPersLinks } from "./company-pers-link.words";
import { EndLinkButton } from "./end-link.button";
import { LinkTypeMark, linkTypeOptions } from "./link-type.words";

type PersLink = RowOf<"companyPersLinks">;

/** The PERS devices that a company fits or services, now and in the past. */
export function CompanyPersTab({ companyId }: { companyId: string }) {
  const mayOpen = useMay()(pers.may.read);
  const [edited, setEdited] = useState<PersLink | "new">();
  const close = () => setEdited(undefined);
  return (
    <>
      {mayOpen && (
        <Group gap="xs" mb="sm">
          <Allowed needs={companyPersLinks.may.write}>
            <Button onClick={() => setEdited("new")}>{t("Link PERS device")}</Button>
            <Button variant="default" component={Link} href={`${companies.record(companyId)}/pers-import`}>
              {t("Import a file")}
            </Button>
          </Allowed>
        </Group>
      )}
      {edited === "new" && <LinkPersDialog companyId={companyId} onClose={close} />}
      {edited && edited !== "new" && <PersLinkDialog companyId={companyId} record={edited} onClose={close} />}
      <ChildList
        of={companyPersLinks}
        where={{ companyId }}
        sort="startDate:desc"
        columns={[
          { key: "pers.nuSerialPersNumber", sort: true, width: "170px" },
          { key: "pers.modelPERS", cell: (row) => row.pers.modelPERS.label, width: "130px" },
          {
            key: "linkType",
            onPhone: true,
            sort: true,
            width: "150px",
            cell: (row) => <LinkTypeMark type={row.linkType} />,
          },
          { key: "startDate", title: "From", sort: true, width: "130px", cell: (row) => <When at={row.startDate} /> },
          {
            key: "endDate",
            title: "Until",
            onPhone: true,
            sort: true,
            width: "130px",
            cell: (row) => <When at={row.endDate} />,
          },
          { key: "comment", isLong: true },
          {
            key: "id",
            title: "Change",
            onPhone: true,
            align: "right",
            width: "170px",
            cell: (row) => <Actions link={row} companyId={companyId} onEdit={() => setEdited(row)} />,
          },
        ]}
        filters={[
          "serialPersNumber",
          "modelPERS",
          { kind: "select", name: "linkType", options: linkTypeOptions },
          { kind: "dates", name: "startDate", until: "endDate", title: "Period" },
        ]}
        href={(row) => (mayOpen ? pers.record(row.pers.id) : undefined)}
        empty="No PERS devices are linked to this company."
      />
    </>
  );
}

function Actions({ link, companyId, onEdit }: { link: PersLink; companyId: string; onEdit: () => void }) {
  const remove = trpc.companyPersLinks.remove.useMutation();
  return (
    <>
      <Allowed needs={companyPersLinks.may.write}>
        <Button size="compact-sm" variant="default" onClick={onEdit}>
          {t("Edit")}
        </Button>
      </Allowed>
      <EndLinkButton
        needs={companyPersLinks.may.write}
        what={companyPersLinks.title(link)}
        period={link}
        isPending={remove.isPending}
        end={() => remove.mutateAsync({ companyId, id: link.id, ifMatch: etagOf(link) })}
      />
    </>
  );
}
