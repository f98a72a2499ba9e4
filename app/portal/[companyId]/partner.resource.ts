import { IconBuildingStore, IconBuildingWarehouse, IconTool } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";

type Base = "" | `/portal/${string}`;

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

export const dealersAt = (base: Base) =>
  resource("dealers", {
    one: "dealer",
    many: "dealers",
    at: `${base}/dealers`,
    domain: "Partners",
    icon: IconBuildingStore,
    may: { read: "company-dealer.read", write: "company-dealer.write" },
    title: ({ company }) => company.name,
    search: "name",
    words,
    shown,
    create: false,
  });

export const subcontractorsAt = (base: Base) =>
  resource("subcontractors", {
    one: "subcontractor",
    many: "subcontractors",
    at: `${base}/subcontractors`,
    domain: "Partners",
    icon: IconTool,
    may: { read: "company-subcontractor.read", write: "company-subcontractor.write" },
    title: ({ company }) => company.name,
    search: "name",
    words,
    shown,
    create: false,
  });

export const manufacturersAt = (base: Base) =>
  resource("manufacturers", {
    one: "partner",
    many: "manufacturers",
    at: `${base}/manufacturers`,
    domain: "Partners",
    icon: IconBuildingWarehouse,
    may: { read: "company-manufacturer.read", write: "company-manufacturer.write" },
    title: ({ company }) => company.name,
    search: "name",
    words: {},
    shown: { ...shown, kind: "You are its", id: "Answer" },
    create: false,
  });
