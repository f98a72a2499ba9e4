"use client";

import { MemberRoleList } from "./member-role.list";
import { RoleList } from "./user-role.list";

/** The roles of a person, everywhere and in each company. */
export const RolesTab = ({ userId }: { userId: string }) => (
  <>
    <RoleList userId={userId} />
    <MemberRoleList userId={userId} />
  </>
);
