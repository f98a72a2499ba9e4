import { IconShieldCheck } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import { groupCodes } from "@/server/permission-modules.rules";
import { productName } from "@/server/platform/product-name/product-name.rules";

export const roles = resource("roles", {
  one: "role",
  many: "roles",
  at: "/roles",
  icon: IconShieldCheck,
  may: { read: "role.read", write: "role.write" },
  audited: "role",
  title: (record) => productName(record.name),
  search: "name",
  words: {
    name: "Name",
    code: "Code",
    groupCode: { title: "Group", values: groupCodes },
    portalId: "Portal",
    permissions: "Permissions",
  },
  shown: { usersCount: "Users", isSystem: "System" },
});
