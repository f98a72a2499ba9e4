"use client";

import { useCompanyDoor } from "@/app/_company/company-door";
import { InviteButton } from "@/app/_company/company-invite.form";
import { membersShown } from "@/app/_company/company-people.tab";
import { membersAt } from "../team.resource";
import { PortalList } from "./portal.list";

/** The company's people, and who is invited. */
export const TeamList = () => (
  <PortalList at={membersAt} {...membersShown(useCompanyDoor())} href={null} actions={<InviteButton />} />
);
