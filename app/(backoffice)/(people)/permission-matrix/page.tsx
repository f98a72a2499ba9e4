import { serverSide } from "@/app/_screen/hydrate";
import { RoleMatrix } from "./_screens/permission-matrix.form";

export default async function PermissionMatrixPage() {
  const { trpc, HydrateClient } = await serverSide();
  await Promise.all([
    trpc.roles.list.prefetch({ isGetAll: true, sortBy: "name:asc" }),
    trpc.allowManage.list.prefetch({ isGetAll: true }),
  ]);
  return (
    <HydrateClient>
      <RoleMatrix />
    </HydrateClient>
  );
}
