import { Ahead } from "@/app/_screen/ahead";
import { RoleMatrix } from "./_screens/permission-matrix.form";

export default function PermissionMatrixPage() {
  return (
    <Ahead
      of={(trpc) =>
        Promise.all([
          trpc.roles.list.prefetch({ isGetAll: true, sortBy: "name:asc" }),
          trpc.allowManage.list.prefetch({ isGetAll: true }),
        ])
      }
    >
      <RoleMatrix />
    </Ahead>
  );
}
