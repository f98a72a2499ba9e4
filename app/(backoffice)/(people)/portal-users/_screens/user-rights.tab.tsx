"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { Answer } from "@/components/kit/answer";
import { RecordLink } from "@/components/kit/record-link";
import { Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { LinkTo, Status } from "@/components/ui/value";
import { isPermission, moduleCodes } from "@/server/permissions";
import type { AppRouter } from "@/server/root";
import { roles } from "../../roles/role.resource";
import { rightHolders } from "../../who-can/who-can.resource";
import styles from "./user.module.css";

const moduleTitle = (code: string) => (code in moduleCodes ? moduleCodes[code as keyof typeof moduleCodes] : code);

/** What this person can do, by module and company, and through which role; what a company's category cuts stands apart. */
/** A right as the way to all who have it; one that is no longer in the catalogue leads nowhere. */
const Right = ({ code, label }: { code: string; label: string }) =>
  isPermission(code) ? <LinkTo href={rightHolders.list({ permission: code })}>{label}</LinkTo> : label;

export const RightsTab = ({ userId }: { userId: string }) => (
  <Answer of={trpc.userRoles.whatCan.useQuery({ userId })}>{(data) => <Rights data={data} />}</Answer>
);

type Data = inferRouterOutputs<AppRouter>["userRoles"]["whatCan"];

function Rights({ data }: { data: Data }) {
  const headingOf = ({ company, module }: Data["items"][number]) =>
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
                    <Right code={right.permission} label={right.label} /> <small>{right.permission}</small>
                  </span>
                  {right.cutBy && <Status tone="warn">{`Not for a ${right.cutBy.toLowerCase()}`}</Status>}
                  <span>
                    {right.cutBy ? "would come through " : "through "}
                    {right.through.map(({ roleId, role, isCompanyRole }, index) => (
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
