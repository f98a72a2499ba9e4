import { z } from "zod";
import { NameText } from "@/server/kit/call/name.schema";
import { Id, Search, Stamps, Text } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { said } from "@/server/kit/value/words.rules";
import { groupCodes } from "@/server/permission-modules.rules";
import { productName } from "@/server/platform/product-name/product-name.rules";
import { PermissionCode } from "../catalogue/permission.schema";

export const Role = z
  .object({
    id: Id,
    code: z.string(),
    name: z.string().register(said, { text: productName }),
    groupCode: z.string().register(said, { words: groupCodes }),
    portalId: Id,
    isSystem: z.boolean(),
    permissions: z.array(PermissionCode).meta({ description: "Permission codes." }),
    usersCount: z.int(),
    ...Stamps,
  })
  .meta({ id: "RoleResponseDTO" });

export const CreateRole = z
  .object({
    code: Text(60),
    name: NameText(120),
    groupCode: Text(50),
    portalId: Id.optional().meta({ description: "The portal of the group where not said." }),
    permissions: z.array(Text(100)).max(1000).optional(),
  })
  .meta({ id: "CreateRoleDTO" });

export const UpdateRole = CreateRole.partial().meta({ id: "UpdateRoleDTO" });

/** @param version of the role as the reader has it, so that a screen asks again when it changed */
export const GetRoleProposal = z.object({ id: Id, version: z.int().optional() });

/** What the product proposes for a role beyond what it holds. */
export const RoleProposal = z.object({ permissions: z.array(PermissionCode) });

export const RemoveRoles = z.object({ ids: z.array(Id).min(1).max(1000) });

export const ListRoles = listInput({
  sort: ["name", "code", "groupCode", "isSystem", "usersCount", "createdAt", "updatedAt"],
  filters: { name: Search, groupCode: z.string().max(50) },
  isGetAll: true,
});
