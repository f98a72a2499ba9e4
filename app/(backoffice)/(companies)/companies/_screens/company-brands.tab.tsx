"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { vehicleBrands } from "@/app/(backoffice)/(devices)/vehicle-brands/vehicle-brand.resource";
import { Allowed } from "@/components/kit/allowed";
import { RecordField, SelectField } from "@/components/kit/form/fields";
import { FormDialog } from "@/components/kit/form/form-step";
import { ResourceForm } from "@/components/kit/form/resource-form";
import { ChildList } from "@/components/kit/list/child-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { trpc } from "@/components/kit/trpc";
import { CreateCompanyVehicleBrandLink } from "@/server/companies/fleet/company-vehicle-brand-link/company-vehicle-brand-link.schema";
import { t } from "@/texts/t";
import { brandLinks } from "../../brand-links/brand-link.resource";
import { LinkTypeMark, linkTypeOptions } from "./link-type.words";

const Fields = CreateCompanyVehicleBrandLink.omit({ companyId: true });

function LinkBrandDialog({ companyId, onClose }: { companyId: string; onClose: () => void }) {
  const create = trpc.companyVehicleBrandLinks.create.useMutation();
  return (
    <FormDialog title="Link brand" onClose={onClose}>
      <ResourceForm of={brandLinks} schema={Fields} save={(values) => create.mutateAsync({ ...values, companyId })}>
        {(f) => (
          <>
            <RecordField {...f.vehicleBrandId} of={vehicleBrands} />
            <SelectField {...f.linkType} options={linkTypeOptions} />
          </>
        )}
      </ResourceForm>
    </FormDialog>
  );
}

/** The brands that a company makes or services. */
export function BrandsTab({ companyId }: { companyId: string }) {
  const [isLinking, setIsLinking] = useState(false);
  return (
    <>
      <Allowed needs={brandLinks.may.write}>
        <Button mb="sm" onClick={() => setIsLinking(true)}>
          {t("Link brand")}
        </Button>
      </Allowed>
      {isLinking && <LinkBrandDialog companyId={companyId} onClose={() => setIsLinking(false)} />}
      <ChildList
        of={brandLinks}
        where={{ companyId }}
        sort="vehicleBrand.name:asc"
        columns={[
          { key: "vehicleBrand.name", sort: true },
          { key: "linkType", sort: true, width: "150px", cell: (row) => <LinkTypeMark type={row.linkType} /> },
          ...stampColumns,
        ]}
        filters={["vehicleBrandId", { kind: "select", name: "linkType", options: linkTypeOptions }]}
        empty="No brands are linked to this company."
      />
    </>
  );
}
