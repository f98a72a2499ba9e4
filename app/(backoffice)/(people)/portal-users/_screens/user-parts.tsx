"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { messageOf } from "@/components/kit/problem";
import { Bones } from "@/components/kit/sheet/bones";
import { Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { LinkTo, When } from "@/components/ui/value";
import { InviteButton } from "./invite-button";
import { MembershipStatus } from "./portal-user.columns";
import styles from "./user-parts.module.css";

/** The companies of a person, with the way to switch to them there. */
export function CompaniesPart({ userId, status }: { userId: string; status: "pending" | "active" | "disabled" }) {
  const may = useMay();
  const { data, error } = trpc.portalUsers.companies.useQuery({ userId });
  if (error) return <p role="alert">{messageOf(error)}</p>;
  if (!data) return <Bones />;
  return (
    <Section title="Companies">
      {data.items.length === 0 && <p className={styles.none}>This person belongs to no company.</p>}
      {data.items.length === 0 && status === "pending" && <InviteButton userId={userId} />}
      <ul className={styles.list}>
        {data.items.map((one) => (
          <li key={one.userCompanyId}>
            <span>
              {one.name} <small>{one.role?.title ?? "No role"}</small>
            </span>
            <MembershipStatus status={one.status} />
            <span className={styles.when}>
              {one.entryDate ? "since " : "invited "}
              <When at={one.entryDate ?? one.invitationDate} />
            </span>
            {one.status !== "active" && <InviteButton userId={userId} userCompanyId={one.userCompanyId} />}
            {status === "active" && one.status === "active" && may("switch-to.use") && (
              <LinkTo href={`/switch-to/${one.userCompanyId}`}>Switch to</LinkTo>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

const step = 25;

/** The vehicles that this person rides. */
export function VehiclesPart({ userId }: { userId: string }) {
  const [limit, setLimit] = useState(step);
  const query = trpc.portalUsers.vehicles.useQuery(
    { userId, limit, sortBy: "nameVehicle:asc" },
    { placeholderData: (before) => before },
  );
  const mayOpen = useMay()("vehicle.read");
  if (query.error) return <p role="alert">{messageOf(query.error)}</p>;
  if (!query.data) return <Bones />;
  const { items, meta } = query.data;
  return (
    <Section title={meta.totalItems > 0 ? `Vehicles (${meta.totalItems})` : "Vehicles"}>
      {items.length === 0 && <p className={styles.none}>This person rides no vehicle that we know of.</p>}
      <ul className={styles.list}>
        {items.map((one) => {
          const name = one.nameVehicle ?? one.vehicleSerialNumber;
          return (
            <li key={one.id}>
              <span>
                {mayOpen ? <LinkTo href={`/vehicles/${one.id}`}>{name}</LinkTo> : name}{" "}
                <small>
                  {one.vehicleBrand.name} {one.vehicleModel.nameVehicleModel}
                </small>
              </span>
              <small>{one.vehicleRegistrationNumber ?? one.vehicleSerialNumber}</small>
              {one.pers && <LinkTo href={`/pers/${one.pers.id}`}>{one.pers.nuSerialPersNumber}</LinkTo>}
              <span>{one.persDistance.toLocaleString("en-GB")} km</span>
            </li>
          );
        })}
      </ul>
      {meta.totalItems > items.length && (
        <Button variant="default" loading={query.isFetching} onClick={() => setLimit(limit + step)} mt={12}>
          Show more
        </Button>
      )}
    </Section>
  );
}

const minutes = (from: string, to: string) => Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / 60_000));

/** Who acted as this person, when, for how long and why. */
export function VisitsPart({ userId }: { userId: string }) {
  const { data, error } = trpc.switchTo.visits.useQuery({ userId });
  if (error) return <p role="alert">{messageOf(error)}</p>;
  if (!data) return <Bones />;
  return (
    <Section title="Who switched to this person">
      {data.items.length === 0 && <p className={styles.none}>Nobody so far.</p>}
      <ul className={styles.list}>
        {data.items.map(({ id, who, companyName, reason, createdAt, endedAt, isOpen }) => (
          <li key={id}>
            <span>
              {who.firstName} {who.lastName} <small>in {companyName ?? "a company that is gone"}</small>
            </span>
            <span>{reason}</span>
            <span className={styles.when}>
              <When at={createdAt} />
              {isOpen ? ", not ended yet" : `, for ${minutes(createdAt, endedAt)} min`}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
