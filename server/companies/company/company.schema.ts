import { z } from "zod";
import { listInput } from "@/server/kit/list.schema";
import { Id, Search, Stamps } from "@/server/kit/wire";

const statuses = z.enum(["active", "disabled"]);

export const Company = z.object({
  id: Id,
  name: z.string(),
  registerNumber: z.string(),
  category: z.object({ id: Id, label: z.string() }),
  email: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  address: z.string().nullable(),
  countryId: Id.nullable(),
  erpId: z.string().nullable(),
  status: statuses,
  peopleCount: z.int().meta({ description: "Members, and people who are invited." }),
  ...Stamps,
});

export const ListCompanies = listInput({
  sort: ["name", "registerNumber", "category", "status", "erpId", "createdAt", "updatedAt"],
  filters: { name: Search, registerNumber: Search, companyCategoryId: Id, countryId: Id, status: statuses },
  order: "name:asc",
});
