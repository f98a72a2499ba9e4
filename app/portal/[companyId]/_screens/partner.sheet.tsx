"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
import type { ReactNode } from "react";
import { Answer } from "@/components/kit/answer";
import { AskButton } from "@/components/kit/ask-button";
import { attempt } from "@/components/kit/attempt";
import { ChildList } from "@/components/kit/list/child-list";
import { RowList } from "@/components/kit/list/row-list";
import { PageHeader } from "@/components/kit/page-header";
import type { RecordOf } from "@/components/kit/resource";
import { Facts, Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { notify } from "@/components/ui/notice";
import { None, When } from "@/components/ui/value";
import { counted } from "@/server/kit/count.rules";
import { fleetBrandsAt, fleetPersAt, fleetVehiclesAt } from "../fleet.resource";
import { AlertMark } from "./fleet-pers.list";
import { nameOf } from "./fleet-vehicle.list";
import { PartnerMark } from "./partner.words";
import { useCompanyId } from "./portal.list";
import styles from "./portal.module.css";

type Dealer = RecordOf<"dealers">;
type Subcontractor = RecordOf<"subcontractors">;
type Kind = "dealers" | "subcontractors";

interface HeadProps {
  kind: Kind;
  record: Dealer | Subcontractor;
  children: ReactNode;
}

/** What every partner has: how it stands, whom it has, and how it is invited again or let go. */
function PartnerFrame({ kind, record, children }: HeadProps) {
  const companyId = useCompanyId();
  const mayWrite = useMay()(kind === "dealers" ? "company-dealer.write" : "company-subcontractor.write");
  const resend = {
    dealers: trpc.dealers.resend.useMutation(),
    subcontractors: trpc.subcontractors.resend.useMutation(),
  };
  const remove = {
    dealers: trpc.dealers.remove.useMutation(),
    subcontractors: trpc.subcontractors.remove.useMutation(),
  };
  const { id, company, status, invitationDate, users } = record;
  const isOpen = status === "invited" || status === "accepted";
  const send = () =>
    attempt(async () => {
      await resend[kind].mutateAsync({ companyId, id });
      notify("Invitation sent");
    });
  return (
    <>
      <PageHeader
        title={company.name}
        beside={<PartnerMark status={status} isWaiting={status === "invited" && invitationDate === null} />}
        actions={
          mayWrite && (
            <>
              {status === "invited" && (
                <Button variant="default" loading={resend[kind].isPending} onClick={send}>
                  Send invitation again
                </Button>
              )}
              {isOpen && (
                <AskButton
                  title="End"
                  question={`End the partnership with ${company.name}?`}
                  confirm="End"
                  done="Partnership ended"
                  run={() => remove[kind].mutateAsync({ companyId, id })}
                >
                  <p>What you handed over goes back at once. You can invite the company again.</p>
                </AskButton>
              )}
            </>
          )
        }
      />
      {children}
      <Section title="About">
        <Facts
          facts={[
            ["Register number", company.registerNumber],
            ["E-mail", company.email ?? <None key="email" />],
            ["Invited", <When key="invited" at={invitationDate} />],
          ]}
        />
      </Section>
      {users.length > 0 && (
        <Section title="People">
          <RowList
            title="people"
            rows={users}
            columns={[
              { key: "lastName", title: "Name", cell: ({ firstName, lastName }) => `${firstName} ${lastName}` },
              { key: "email", title: "E-mail", onPhone: true },
            ]}
            empty=""
          />
        </Section>
      )}
    </>
  );
}

const Waits = () => <p className={styles.quiet}>Once the partner accepts your invitation, you can hand over here.</p>;

const ImportLink = ({ href }: { href: string }) => (
  <Button component={Link} href={href} prefetch={false} variant="default" size="xs">
    Import a list
  </Button>
);

/** The company's vehicles, to be handed to a dealer. */
function FreeVehicles({ id }: { id: string }) {
  const companyId = useCompanyId();
  const handOver = trpc.dealers.handOverVehicles.useMutation();
  return (
    <Section title="Hand over">
      <ChildList
        of={fleetVehiclesAt(`/portal/${companyId}`)}
        where={{ companyId, isOwn: true }}
        columns={[
          { key: "vehicle.nameVehicle", title: "Vehicle", cell: nameOf },
          { key: "vehicle.vehicleSerialNumber", sort: true, width: "170px", onPhone: true },
          { key: "vehicleModel.nameVehicleModel", width: "170px" },
          { key: "dealer.name", width: "160px", onPhone: true },
        ]}
        filters={["fastSearchString"]}
        href={null}
        bulk={[
          {
            title: "Hand over",
            needs: "company-dealer.write",
            run: async (vehicleIds) => {
              await handOver.mutateAsync({ companyId, id, vehicleIds });
              return `${counted(vehicleIds.length, "vehicle")} handed over`;
            },
          },
        ]}
        empty="No vehicle belongs to your company."
      />
    </Section>
  );
}

/** What a dealer has from this company. */
function DealerVehicles({ id, dealerId }: { id: string; dealerId: string }) {
  const companyId = useCompanyId();
  const mayWrite = useMay()("company-dealer.write");
  const unlink = trpc.dealerVehicles.unlink.useMutation();
  return (
    <Section title="Vehicles">
      {mayWrite && <ImportLink href={`/portal/${companyId}/dealers/${id}/import`} />}
      <ChildList
        of={fleetVehiclesAt(`/portal/${companyId}`)}
        where={{ companyId, dealerId }}
        columns={[
          { key: "vehicle.vehicleSerialNumber", sort: true },
          { key: "vehicle.nameVehicle", sort: true, width: "170px", onPhone: true },
          { key: "vehicleBrand.name", width: "150px" },
          { key: "vehicleModel.nameVehicleModel", width: "150px", onPhone: true },
        ]}
        filters={["fastSearchString"]}
        href={null}
        bulk={[
          {
            title: "Take back",
            needs: "company-dealer.write",
            danger: true,
            run: async (ids) => {
              for (const vehicleId of ids) await unlink.mutateAsync({ companyId, id, vehicleId });
              return `${counted(ids.length, "vehicle")} taken back`;
            },
          },
        ]}
        empty="Choose vehicles below, or import a list."
      />
    </Section>
  );
}

/** One dealer: its vehicles, and what could be handed to it. */
export function DealerSheet({ id }: { id: string }) {
  const companyId = useCompanyId();
  const mayWrite = useMay()("company-dealer.write");
  return (
    <Answer of={trpc.dealers.get.useQuery({ companyId, id })}>
      {(record) => (
        <PartnerFrame kind="dealers" record={record}>
          {record.status === "invited" && <Waits />}
          {record.status === "accepted" && (
            <>
              {record.company.id && <DealerVehicles id={id} dealerId={record.company.id} />}
              {mayWrite && <FreeVehicles id={id} />}
            </>
          )}
        </PartnerFrame>
      )}
    </Answer>
  );
}

/** Devices and brands of the company, to be handed to a subcontractor beside what it has. */
function FreeDevices({ record }: { record: Subcontractor }) {
  const companyId = useCompanyId();
  const { id } = record;
  const managePers = trpc.subcontractors.managePers.useMutation();
  const manageBrands = trpc.subcontractors.manageBrands.useMutation();
  const add = (held: { id: string }[], ids: string[]) => [...new Set([...held.map((one) => one.id), ...ids])];
  return (
    <>
      <Section title="Hand over devices">
        <ChildList
          of={fleetPersAt(`/portal/${companyId}`)}
          where={{ companyId }}
          columns={[
            { key: "pers.nuSerialPersNumber", sort: "nuSerialPersNumber" },
            { key: "vehicle", width: "180px", cell: ({ vehicle }) => vehicle?.nameVehicle ?? <None /> },
            { key: "subcontractor", width: "180px", onPhone: true, cell: (row) => row.subcontractor?.name ?? <None /> },
          ]}
          filters={["serialPersNumber", "modelPers"]}
          href={null}
          bulk={[
            {
              title: "Hand over",
              needs: "company-subcontractor.write",
              run: async (ids) => {
                await managePers.mutateAsync({ companyId, id, persIds: add(record.pers, ids) });
                return `${counted(ids.length, "device")} handed over`;
              },
            },
          ]}
          empty="Your company fits no device."
        />
      </Section>
      <Section title="Hand over brands">
        <ChildList
          of={fleetBrandsAt(`/portal/${companyId}`)}
          where={{ companyId, linkType: 1 }}
          columns={["name"]}
          filters={["name"]}
          href={null}
          bulk={[
            {
              title: "Hand over",
              needs: "company-subcontractor.write",
              run: async (ids) => {
                await manageBrands.mutateAsync({ companyId, id, vehicleBrandIds: add(record.brands, ids) });
                return `${counted(ids.length, "brand")} handed over`;
              },
            },
          ]}
          empty="Your company makes no brand."
        />
      </Section>
    </>
  );
}

const TakeBack = ({ name, run }: { name: string; run: () => Promise<unknown> }) => (
  <Button
    size="compact-sm"
    variant="default"
    onClick={() =>
      attempt(async () => {
        await run();
        notify(`${name} taken back`);
      })
    }
  >
    Take back
  </Button>
);

/** What a subcontractor has, with the ways to take it back. */
function Handed({ record }: { record: Subcontractor }) {
  const companyId = useCompanyId();
  const mayWrite = useMay()("company-subcontractor.write");
  const managePers = trpc.subcontractors.managePers.useMutation();
  const manageBrands = trpc.subcontractors.manageBrands.useMutation();
  const { id, pers, brands } = record;
  const without = (all: { id: string }[], gone: string[]) =>
    all.map((one) => one.id).filter((one) => !gone.includes(one));
  return (
    <>
      <Section title="Devices">
        {mayWrite && <ImportLink href={`/portal/${companyId}/subcontractors/${id}/import`} />}
        <ChildList
          of={fleetPersAt(`/portal/${companyId}`)}
          where={{ companyId, subcontractorId: record.company.id ?? id }}
          columns={[
            { key: "pers.nuSerialPersNumber", sort: "nuSerialPersNumber" },
            { key: "pers.modelPERS", width: "150px", cell: (row) => row.pers.modelPERS.label },
            { key: "vehicle", width: "180px", onPhone: true, cell: ({ vehicle }) => vehicle?.nameVehicle ?? <None /> },
            { key: "openAlerts", width: "120px", onPhone: true, cell: (row) => <AlertMark count={row.openAlerts} /> },
          ]}
          filters={["serialPersNumber"]}
          href={null}
          bulk={[
            {
              title: "Take back",
              needs: "company-subcontractor.write",
              danger: true,
              run: async (ids) => {
                await managePers.mutateAsync({ companyId, id, persIds: without(pers, ids) });
                return `${counted(ids.length, "device")} taken back`;
              },
            },
          ]}
          empty="Choose devices below, or import a list."
        />
      </Section>
      <Section title={`Brands (${brands.length})`}>
        <p className={styles.quiet}>A brand opens your own vehicles and devices of it, and nobody else's.</p>
        <RowList
          title="brands"
          rows={brands}
          columns={[
            { key: "name", title: "Name" },
            {
              key: "id",
              title: "Change",
              align: "right",
              width: "120px",
              onPhone: true,
              cell: (brand) =>
                mayWrite && (
                  <TakeBack
                    name={brand.name}
                    run={() =>
                      manageBrands.mutateAsync({ companyId, id, vehicleBrandIds: without(brands, [brand.id]) })
                    }
                  />
                ),
            },
          ]}
          empty="Choose brands below."
        />
      </Section>
    </>
  );
}

/** One subcontractor: its devices and brands, and what could be handed to it. */
export function SubcontractorSheet({ id }: { id: string }) {
  const companyId = useCompanyId();
  const mayWrite = useMay()("company-subcontractor.write");
  return (
    <Answer of={trpc.subcontractors.get.useQuery({ companyId, id })}>
      {(record) => (
        <PartnerFrame kind="subcontractors" record={record}>
          {record.status === "invited" && <Waits />}
          {record.status === "accepted" && (
            <>
              <Handed record={record} />
              {mayWrite && <FreeDevices record={record} />}
            </>
          )}
        </PartnerFrame>
      )}
    </Answer>
  );
}
