"use client";

import { vehicles } from "@/app/(backoffice)/(devices)/vehicles/vehicle.resource";
import { RecordsField, TimeField } from "@/components/kit/form/fields";
import { FormDialog } from "@/components/kit/form/form-step";
import { ResourceForm } from "@/components/kit/form/resource-form";
import { trpc } from "@/components/kit/trpc";
import { CreateCompanyVehicleLink } from "@/server/companies/fleet/company-vehicle-link/company-vehicle-link.schema";
import { companyVehicleLinks } from "./company-vehicle-link.words";

const { vehicleIds, startDate } = CreateCompanyVehicleLink.shape;
/** In a form the start may be empty, which is now. */
const NewLinks = CreateCompanyVehicleLink.pick({}).extend({
  vehicleIds: vehicleIds.unwrap(),
  startDate: startDate.nullable(),
});

/** Links vehicles to the company, all or none; the server names each that has a company already. */
export function LinkVehiclesDialog({ companyId, onClose }: { companyId: string; onClose: () => void }) {
  const create = trpc.companyVehicleLinks.create.useMutation();
  return (
    <FormDialog title="Link vehicles" onClose={onClose}>
      <ResourceForm
        of={companyVehicleLinks}
        schema={NewLinks}
        values={{ vehicleIds: [] }}
        save={async ({ vehicleIds, startDate }) => {
          await create.mutateAsync({ companyId, vehicleIds, startDate: startDate ?? undefined });
          return undefined;
        }}
      >
        {(f) => (
          <>
            <RecordsField {...f.vehicleIds} of={vehicles} />
            <TimeField {...f.startDate} help="Leave empty to start now." optional />
          </>
        )}
      </ResourceForm>
    </FormDialog>
  );
}
