"use client";

import { Section } from "@/components/kit/sheet/facts";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { LinkTo, Status } from "@/components/ui/value";
import { formatted } from "@/server/kit/value/count.rules";
import { permissionCatalogue } from "@/server/permissions";
import { t } from "@/texts/t";
import { Rights } from "../../_fields/permission.part";
import { rightHolders } from "../../who-can/who-can.resource";
import { roles } from "../role.resource";
import { PortalName } from "./portal-name.words";
import { RoleForm } from "./role.form";
import { RoleProposal } from "./role-proposal.button";
import { RoleRights } from "./role-rights.tab";

const holdersOf = (roleId: string) => rightHolders.list({ roleId });

export const RoleSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={roles}
    id={id}
    beside={(record) => record.isSystem && <Status tone="info">{t("System role")}</Status>}
    facts={(record) => (
      <LinkTo href={holdersOf(id)}>
        {t("{count, plural, one {Held by # user} other {Held by # users}}", { count: record.usersCount })}
      </LinkTo>
    )}
    about={(record) => [
      "name",
      { copy: "code" },
      "groupCode",
      ["Portal", <PortalName key="portal" id={record.portalId} />],
      "isSystem",
      [
        "Users",
        <LinkTo key="users" href={holdersOf(id)}>
          {formatted(record.usersCount)}
        </LinkTo>,
      ],
    ]}
    overview={(record) => (
      <>
        <RoleProposal record={record} />
        <Section title="Permissions">
          <Rights catalogue={permissionCatalogue} codes={record.permissions} none="This role has no permissions yet." />
        </Section>
      </>
    )}
    edit={(record) => <RoleForm record={record} />}
    tabs={[{ key: "who", title: "Who has this permission", content: (record) => <RoleRights record={record} /> }]}
    remove={() => ({ title: "Show holders", href: holdersOf(id) })}
  />
);
