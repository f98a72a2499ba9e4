"use client";

import type { inferRouterInputs } from "@trpc/server";
import { Dialog } from "@/components/ui/dialog";
import type { AppRouter } from "@/server/root";
import { t } from "@/texts/t";
import { Answer } from "../answer";
import type { RecordName, Resource } from "../resource";
import { hooksOf } from "../resource-hooks";
import { opening } from "../value-text";
import Order from "./order-list";

type Inputs = inferRouterInputs<AppRouter>;
/** The routers whose records have an order. */
export type OrderedName = {
  [N in RecordName]: Inputs[N] extends { saveOrder: { ids: string[]; seen: string[] } } ? N : never;
}[RecordName];

/** All records of a kind in their order, to be moved by hand or by keyboard and saved in one request. */
export default function OrderDialog({ of, onClose }: { of: Resource<OrderedName>; onClose: () => void }) {
  const hooks = hooksOf(of.router);
  const rows = hooks.rows.useQuery({ limit: 1000, page: 1, sortBy: "rank:asc" }, { staleTime: 0 });
  const { mutateAsync } = hooks.saveOrder.useMutation();
  return (
    <Dialog title={t("Order of the {many}", { many: of.many })} onClose={onClose} width={560}>
      <Answer of={rows}>
        {({ items }) => (
          <Order
            save={(ids) => mutateAsync({ ids, seen: items.map(({ id }) => id) })}
            items={items.map((row) => ({
              id: row.id,
              title: opening(of.title(row as Parameters<typeof of.title>[0])),
            }))} // its own router's rows
            onClose={onClose}
          />
        )}
      </Answer>
    </Dialog>
  );
}
