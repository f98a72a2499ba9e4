"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { portalUsers } from "@/app/(backoffice)/(people)/portal-users/portal-user.resource";
import { riders } from "@/app/(backoffice)/(people)/riders/rider.resource";
import { Sentence } from "@/components/kit/sheet/sentence";
import { useMay } from "@/components/kit/viewer";
import { LinkTo, Phone } from "@/components/ui/value";
import type { AppRouter } from "@/server/root";
import { Rich } from "@/texts/rich";
import { deviceClauses, toneOf } from "./device-situation.rules";

type Situation = inferRouterOutputs<AppRouter>["situation"]["ofPers"];
export type Rider = NonNullable<Situation["rider"]>;

export const nameOf = ({ firstName, lastName }: Pick<Rider, "firstName" | "lastName">) => `${firstName} ${lastName}`;

/** A person by their name, with the way to their page for who may see it. */
export function PersonLink({ person }: { person: Rider }) {
  const may = useMay();
  const of = [portalUsers, riders].find((one) => may(one.may.read));
  return of ? <LinkTo href={of.record(person.id)}>{nameOf(person)}</LinkTo> : nameOf(person);
}

/** Who rides, with their telephone. */
export const RiddenBy = ({ rider }: { rider: Rider }) => (
  <Rich
    text={rider.phoneNumber ? "ridden by <rider/>, <phone/>" : "ridden by <rider/>"}
    parts={{ rider: () => <PersonLink person={rider} />, phone: () => <Phone number={rider.phoneNumber} /> }}
  />
);

/** What matters of a device now, and who rides with it. */
export function DeviceSentence({ situation }: { situation: Situation }) {
  const now = Date.now();
  const { rider } = situation;
  return (
    <Sentence
      tone={toneOf(situation, now)}
      clauses={[...deviceClauses(situation, now), ...(rider ? [<RiddenBy key="rider" rider={rider} />] : [])]}
    />
  );
}
