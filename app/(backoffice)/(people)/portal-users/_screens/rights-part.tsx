"use client";

import { messageOf } from "@/components/kit/problem";
import { Bones } from "@/components/kit/sheet/bones";
import { Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { LinkTo, Status } from "@/components/ui/value";
import { moduleCodes } from "@/server/permissions";
import { MemberRoleList } from "./member-role-list";
import { RoleList } from "./role-list";
import styles from "./user-parts.module.css";

/** The roles of a person, everywhere and in each company. */
export const RolesPart = ({ userId }: { userId: string }) => (
  <>
    <RoleList userId={userId} />
    <MemberRoleList userId={userId} />
  </>
);

/** Where the people are listed who can do this. */
export const whoCanHref = (permission: string) => `/who-can?permission=${permission}`;

const moduleTitle = (code: string) => (code in moduleCodes ? moduleCodes[code as keyof typeof moduleCodes] : code);

/** What this person can do, by module and company, and through which role; what a company's category cuts stands apart. */
export function RightsPart({ userId }: { userId: string }) {
  const { data, error } = trpc.userRoles.whatCan.useQuery({ userId });
  if (error) return <p role="alert">{messageOf(error)}</p>;
  if (!data) return <Bones />;
  const headingOf = ({ company, module }: (typeof data.items)[number]) =>
    company ? `In ${company.name}` : moduleTitle(module);
  const headings = [...new Set(data.items.map(headingOf))];
  return (
    <>
      {!data.isActive && (
        <p className={styles.none}>
          <Status tone="warn">Not active</Status> This person can do nothing at the moment; an active account could do
          what follows.
        </p>
      )}
      {data.items.length === 0 && <p className={styles.none}>No role gives this person any right.</p>}
      {headings.map((heading) => (
        <Section key={heading} title={heading}>
          <ul className={styles.list}>
            {data.items
              .filter((right) => headingOf(right) === heading)
              .map((right) => (
                <li key={right.permission} data-cut={right.cutBy !== null || undefined}>
                  <span>
                    <LinkTo href={whoCanHref(right.permission)}>{right.label}</LinkTo> <small>{right.permission}</small>
                  </span>
                  {right.cutBy && <Status tone="warn">{`Not for a ${right.cutBy.toLowerCase()}`}</Status>}
                  <span>
                    {right.cutBy ? "would come through " : "through "}
                    {right.through.map(({ roleId, role, isCompanyRole }, index) => (
                      <span key={roleId}>
                        {index > 0 && ", "}
                        {isCompanyRole ? role : <LinkTo href={`/roles/${roleId}`}>{role}</LinkTo>}
                      </span>
                    ))}
                  </span>
                </li>
              ))}
          </ul>
        </Section>
      ))}
    </>
  );
}
