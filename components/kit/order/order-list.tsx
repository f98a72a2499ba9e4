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
import { useState } from "react";
import { DialogActions, useLosing } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { Rich } from "@/texts/rich";
import { t } from "@/texts/t";
import { attempt } from "../attempt";
import styles from "./order.module.css";

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

interface OrderProps {
  items: Item[];
  /** all ids in their new order */
  save: (ids: string[]) => Promise<unknown>;
  onClose: () => void;
}

/** Things in their order, which is changed by dragging or by keyboard and saved at once. */
export default function Order({ items, save, onClose }: OrderProps) {
  const [order, setOrder] = useState(items);
  const isChanged = order.some(({ id }, index) => id !== items[index]?.id);
  useLosing(isChanged ? "The new order is not saved." : undefined);
  const [isSaving, setIsSaving] = useState(false);
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
    setIsSaving(true);
    const isSaved = await attempt(() => save(order.map(({ id }) => id)));
    setIsSaving(false);
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
        <Button disabled={!isChanged} loading={isSaving} onClick={submit}>
          {t("Save order")}
        </Button>
      </DialogActions>
    </div>
  );
}
