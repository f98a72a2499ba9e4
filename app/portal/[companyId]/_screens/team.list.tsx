"use client";

import { useCompanyDoor } from "@/app/_company/company-door";
import { InviteButton } from "@/app/_company/company-invite.form";
import { membersShown } from "@/app/_company/company-people.tab";
import { ResourceList } from "@/components/kit/list/resource-list";
import { teamMembers } from "../team.resource";

/** The company's people, and who is invited. */
export const TeamList = () => (
  <ResourceList of={teamMembers} {...membersShown(useCompanyDoor())} href={null} actions={<InviteButton />} />
);
