"use client";

import type { inferRouterOutputs } from "@trpc/server";
import type { ReactNode } from "react";
import { companies } from "@/app/(backoffice)/(companies)/companies/company.resource";
import { pers } from "@/app/(backoffice)/(devices)/pers/pers.resource";
import { vehicles } from "@/app/(backoffice)/(devices)/vehicles/vehicle.resource";
import { RecordLink, RecordLinks } from "@/components/kit/record-link";
import type { RecordOf } from "@/components/kit/resource";
import { Related, Sentence } from "@/components/kit/sheet/sentence";
import { trpc } from "@/components/kit/trpc";
import { Phone } from "@/components/ui/value";
import type { AppRouter } from "@/server/root";
import { Rich } from "@/texts/rich";
import { t } from "@/texts/t";
import { accountClause, personTone, rideClauses } from "./person-sentence.rules";

type Situation = inferRouterOutputs<AppRouter>["situation"]["ofPortalUser"];
type Person = RecordOf<"portalUsers"> | RecordOf<"riders">;

const Vehicle = ({ vehicle: { id, name } }: { vehicle: NonNullable<Situation["vehicle"]> }) => (
  <RecordLink of={vehicles} id={id}>
    {name}
  </RecordLink>
);

/** What somebody is first of all: who rides a vehicle, belongs to companies, or neither. */
function firstClause({ vehicle, vehiclesCount, companies: all }: Situation, type: Person["type"]): ReactNode {
  const count = vehiclesCount - 1;
  if (vehicle)
    return (
      <Rich
        text={
          count > 0
            ? "Rides <vehicle/> and {count, plural, one {# more vehicle} other {# more vehicles}}"
            : "Rides <vehicle/>"
        }
        values={{ count }}
        parts={{ vehicle: () => <Vehicle vehicle={vehicle} /> }}
      />
    );
  if (all.length > 0)
    return (
      <Rich text="Belongs to <companies/>" parts={{ companies: () => <RecordLinks of={companies} records={all} /> }} />
    );
  return type === "Rider" ? t("Rides no vehicle") : t("Belongs to no company");
}

interface Props {
  record: Person;
  situation: Situation | undefined;
}

/** What somebody rides or belongs to, and how that is, in one sentence; nothing while it is asked for. */
export function PersonSentence({ record, situation }: Props) {
  if (!situation) return null;
  const { vehicle } = situation;
  const now = Date.now();
  return (
    <Sentence
      tone={personTone(record, vehicle)}
      clauses={[
        firstClause(situation, record.type),
        ...(vehicle ? rideClauses(vehicle, now) : []),
        accountClause(record, now),
      ]}
    />
  );
}

/** How somebody is reached, what they ride, and the companies they belong to. */
export function PersonHead({ record, situation }: Props) {
  if (!situation) return null;
  const { vehicle } = situation;
  return (
    <Related
      items={[
        ["Phone number", <Phone key="phone" number={record.phoneNumber} />],
        [
          "E-mail",
          <a key="email" href={`mailto:${record.email}`}>
            {record.email}
          </a>,
        ],
        ...(vehicle
          ? ([
              ["Vehicle", <Vehicle key="vehicle" vehicle={vehicle} />],
              [
                "PERS device",
                vehicle.pers && (
                  <RecordLink key="pers" of={pers} id={vehicle.pers.id}>
                    {vehicle.pers.nuSerialPersNumber}
                  </RecordLink>
                ),
              ],
            ] as [string, ReactNode][])
          : []),
        ["Company", <RecordLinks key="companies" of={companies} records={situation.companies} />],
      ]}
    />
  );
}

/** The same, asked by the right to see riders alone, or all portal users. */
export const useRiderSituation = (id: string) => trpc.situation.ofRider.useQuery({ id }).data;
export const usePortalUserSituation = (id: string) => trpc.situation.ofPortalUser.useQuery({ id }).data;

/** How a rider is, by the row of a list. */
export const RiderSentence = ({ record }: Pick<Props, "record">) => (
  <PersonSentence record={record} situation={useRiderSituation(record.id)} />
);
