"use client";

import { TextInput } from "@mantine/core";
import type { inferRouterOutputs } from "@trpc/server";
import { type ReactNode, useState } from "react";
import { Answer } from "@/components/kit/answer";
import { RecordLink } from "@/components/kit/record-link";
import { Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { LinkTo, Status } from "@/components/ui/value";
import { moduleTitle } from "@/server/permission-modules.rules";
import type { AppRouter } from "@/server/root";
import { t } from "@/texts/t";
import { roles } from "../../roles/role.resource";
import { rightHolders } from "../../who-can/who-can.resource";
import styles from "./user.module.css";

/** A right as the way to all who have it; one that is no longer in the catalogue leads nowhere. */
const Right = ({ of: { permission, label, module } }: { of: Held | Missing }) => (
  <span>
    {module ? <LinkTo href={`${rightHolders.at}?permission=${permission}`}>{label}</LinkTo> : label}{" "}
    <small>{permission}</small>
  </span>
);

type Data = inferRouterOutputs<AppRouter>["userRoles"]["whatCan"];
type Held = Data["items"][number];
type Missing = Data["missing"][number];

/** Roles, those of the product as the ways to their pages. */
const Roles = ({ of }: { of: Held["through"] }) =>
  of.map(({ roleId, role, isCompanyRole }, index) => (
    <span key={roleId}>
      {index > 0 && ", "}
      {isCompanyRole ? (
        role
      ) : (
        <RecordLink of={roles} id={roleId}>
          {role}
        </RecordLink>
      )}
    </span>
  ));

const HeldRight = ({ right }: { right: Held }) => (
  <li data-cut={right.cutBy !== null || undefined}>
    <Right of={right} />
    {right.cutBy && <Status tone="warn">{t("Not available to: {category}", { category: right.cutBy })}</Status>}
    <span>
      {right.cutBy ? t("would be granted by") : t("granted by")} <Roles of={right.through} />
    </span>
  </li>
);

const reasons: Record<Missing["reason"], string> = {
  "no-role": "None of this person's roles include it.",
  ceiling: "The company's category does not allow it.",
  invited: "The invitation to the company has not been accepted yet.",
  "membership-ended": "The membership in the company has ended.",
  "company-disabled": "The company is disabled.",
  "no-company": "This person does not belong to any company.",
};

const MissingRight = ({ right }: { right: Missing }) => (
  <li>
    <Right of={right} />
    <span>
      {t(reasons[right.reason])}
      {right.category && ` (${right.category})`}
    </span>
    {right.heldBy.length > 0 && (
      <span>
        {t("Included in:")} <Roles of={right.heldBy} />
      </span>
    )}
  </li>
);

const headingOf = ({ company, module }: Held | Missing) =>
  company ? t("In {company}", { company: company.name }) : moduleTitle(module);

/** Rights by module, those in a company by company. */
function Sections<R extends Held | Missing>({ rights, show }: { rights: R[]; show: (right: R) => ReactNode }) {
  const headings = [...new Set(rights.map(headingOf))];
  return headings.map((heading) => (
    <Section key={heading} title={heading}>
      <ul className={styles.list}>{rights.filter((right) => headingOf(right) === heading).map(show)}</ul>
    </Section>
  ));
}

function Rights({ data }: { data: Data }) {
  const [term, setTerm] = useState("");
  const isFound = ({ label, permission }: Held | Missing) =>
    `${label} ${permission}`.toLowerCase().includes(term.trim().toLowerCase());
  const [held, missing] = [data.items.filter(isFound), data.missing.filter(isFound)];
  return (
    <>
      {!data.isActive && (
        <p className={styles.none}>
          <Status tone="warn">{t("Not active")}</Status>{" "}
          {t("This person cannot do anything at the moment. An active account would have these permissions.")}
        </p>
      )}
      <TextInput
        className={styles.find}
        type="search"
        aria-label={t("Find a permission")}
        placeholder={t("Find a permission")}
        value={term}
        onChange={(event) => setTerm(event.currentTarget.value)}
      />
      {data.items.length === 0 && <p className={styles.none}>{t("This person has no permissions from any role.")}</p>}
      <Sections rights={held} show={(right) => <HeldRight key={right.permission} right={right} />} />
      {missing.length > 0 && <h2 className={styles.missing}>{t("What this person cannot do")}</h2>}
      <Sections rights={missing} show={(right) => <MissingRight key={right.permission} right={right} />} />
      {term.trim() !== "" && held.length + missing.length === 0 && (
        <p className={styles.none}>{t("No permission matches.")}</p>
      )}
    </>
  );
}

/** What this person can do, by module and company, and through which role; what they cannot do, and why. */
export const RightsTab = ({ userId }: { userId: string }) => (
  <Answer of={trpc.userRoles.whatCan.useQuery({ userId })}>{(data) => <Rights data={data} />}</Answer>
);
