import { IconBuildingStore, IconBuildingWarehouse, IconTool } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";

const shown = {
  name: "Name",
  "company.name": "Name",
  "company.registerNumber": "Register number",
  "company.email": "E-mail",
  status: "Status",
  invitationDate: "Invited",
  isWaiting: "Waiting",
  counts: "Handed over",
  createdAt: "Added",
} as const;
const words = {
  name: "Name",
  registerNumber: "Register number",
  email: "E-mail",
  languageId: "Language",
  reason: "Reason",
} as const;

const partner = {
  title: ({ company }: { company: { name: string } }) => company.name,
  search: "name",
  words,
  shown,
  create: false,
} as const;

export const dealers = resource("dealers", {
  ...partner,
  one: "dealer",
  many: "dealers",
  at: "/dealers",
  icon: IconBuildingStore,
  may: { read: "company-dealer.read", write: "company-dealer.write" },
});

export const subcontractors = resource("subcontractors", {
  ...partner,
  one: "subcontractor",
  many: "subcontractors",
  at: "/subcontractors",
  icon: IconTool,
  may: { read: "company-subcontractor.read", write: "company-subcontractor.write" },
});

export const manufacturers = resource("manufacturers", {
  ...partner,
  one: "partner",
  many: "manufacturers",
  at: "/manufacturers",
  icon: IconBuildingWarehouse,
  may: { read: "company-manufacturer.read", write: "company-manufacturer.write" },
  words: {},
  shown: { ...shown, kind: "You are its", id: "Answer" },
});
