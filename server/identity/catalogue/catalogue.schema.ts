import { z } from "zod";
import { Id, Instant } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";

const dates = { createdAt: Instant, updatedAt: Instant };

export const PermissionRow = z
  .object({ id: Id, code: z.string(), label: z.string(), groupCode: z.string(), moduleId: Id, ...dates })
  .meta({ id: "PermissionResponseDTO" });
export const ListPermissions = z.object({ groupCode: z.string().max(50).optional() });

export const Group = z
  .object({ id: Id, code: z.string(), label: z.string(), ...dates })
  .meta({ id: "GroupResponseDTO" });

export const Module = z
  .object({ id: Id, code: z.string(), label: z.string(), ...dates })
  .meta({ id: "ModuleResponseDTO" });
export const ListModules = listInput({ sort: ["code", "label", "createdAt"], filters: {}, order: "label:asc" });

export const Portal = z
  .object({
    id: Id,
    key: z.string(),
    label: z.string(),
    isCustomerPortal: z.boolean(),
    groupRolePortalAccessCode: z.string(),
    ...dates,
  })
  .meta({ id: "PortalResponseDTO" });
export const ListPortals = listInput({ sort: ["key", "label", "createdAt"], filters: {}, order: "label:asc" });
