"use client";

import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { Button } from "@mantine/core";
import { IconGripVertical } from "@tabler/icons-react";
import type { inferRouterInputs } from "@trpc/server";
import { useState } from "react";
import { Dialog, DialogActions, useLosing } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import type { AppRouter } from "@/server/root";
import { Rich } from "@/texts/rich";
import { t } from "@/texts/t";
import { Answer } from "../answer";
import { attempt } from "../attempt";
import type { RecordName, Resource } from "../resource";
import { hooksOf } from "../resource-hooks";
import { trpc } from "../trpc";
import { opening } from "../value-text";
import styles from "./order.module.css";

type Inputs = inferRouterInputs<AppRouter>;
/** The routers whose records have an order. */
export type OrderedName = {
  [N in RecordName]: Inputs[N] extends { saveOrder: { ids: string[] } } ? N : never;
}[RecordName];

interface Saving {
  saveOrder: {
    useMutation: () => { mutateAsync: (input: { ids: string[] }) => Promise<unknown>; isPending: boolean };
  };
}

interface Item {
  id: string;
  title: string;
}

function Row({ item: { id, title }, place }: { item: Item; place: number }) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id });
  const moved = transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined;
  return (
    <li
      ref={setNodeRef}
      className={styles.row}
      data-dragging={isDragging || undefined}
      style={{ transform: moved, transition }}
    >
      <button
        type="button"
        className={styles.grip}
        {...attributes}
        {...listeners}
        aria-label={t("Move {title}", { title })}
      >
        <IconGripVertical size={16} aria-hidden />
      </button>
      <span className={styles.place}>{place}</span>
      <span className={styles.title}>{title}</span>
    </li>
  );
}

function Order({ of, items, onClose }: { of: Resource<OrderedName>; items: Item[]; onClose: () => void }) {
  const [order, setOrder] = useState(items);
  const isChanged = order.some(({ id }, index) => id !== items[index]?.id);
  useLosing(isChanged ? "The new order is not saved." : undefined);
  const save = (trpc[of.router] as unknown as Saving).saveOrder.useMutation(); // OrderedName has it
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  // Beside a modal dialog nothing is heard: what is announced has to stand within it.
  const [box, setBox] = useState<HTMLElement | null>(null);
  const nameOf = (id: unknown) => order.find((item) => item.id === id)?.title ?? "";
  const placeOf = (id: unknown) => order.findIndex((item) => item.id === id) + 1;
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over) setOrder((now) => arrayMove(now, placeOf(active.id) - 1, placeOf(over.id) - 1));
  };
  const submit = async () => {
    const isSaved = await attempt(() => save.mutateAsync({ ids: order.map(({ id }) => id) }));
    if (!isSaved) return;
    notify(t("Order saved"));
    onClose();
  };
  return (
    <div ref={setBox}>
      <p className={styles.help}>
        <Rich
          text="Drag a row by its handle. With the keyboard: <key>Tab</key> to a handle, <key>Space</key> to pick it up, arrow keys to move it, <key>Space</key> to drop it."
          parts={{ key: (words) => <kbd>{words}</kbd> }}
        />
      </p>
      <DndContext
        id="order"
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={onDragEnd}
        accessibility={{
          container: box ?? undefined,
          announcements: {
            onDragStart: ({ active }) =>
              t("{name} picked up at position {place}.", { name: nameOf(active.id), place: placeOf(active.id) }),
            onDragOver: ({ active, over }) =>
              over ? t("{name} is over position {place}.", { name: nameOf(active.id), place: placeOf(over.id) }) : "",
            onDragEnd: ({ active, over }) =>
              over
                ? t("{name} dropped at position {place}.", { name: nameOf(active.id), place: placeOf(over.id) })
                : "",
            onDragCancel: ({ active }) => t("{name} returned to its position.", { name: nameOf(active.id) }),
          },
        }}
      >
        <SortableContext items={order} strategy={verticalListSortingStrategy}>
          <ol className={styles.rows}>
            {order.map((item, index) => (
              <Row key={item.id} item={item} place={index + 1} />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t("Cancel")}
        </Button>
        <Button disabled={!isChanged} loading={save.isPending} onClick={submit}>
          {t("Save order")}
        </Button>
      </DialogActions>
    </div>
  );
}

/** All records of a kind in their order, to be moved by hand or by keyboard and saved in one request. */
export default function OrderDialog({ of, onClose }: { of: Resource<OrderedName>; onClose: () => void }) {
  const rows = hooksOf(of.router).rows.useQuery({ limit: 1000, page: 1, sortBy: "rank:asc" }, { staleTime: 0 });
  return (
    <Dialog title={t("Order of the {many}", { many: of.many })} onClose={onClose} width={560}>
      <Answer of={rows}>
        {({ items }) => (
          <Order
            of={of}
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
