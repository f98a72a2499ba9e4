"use client";

import { Button } from "@mantine/core";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { lazyParts } from "@/components/kit/ahead.rules";
import { Allowed } from "@/components/kit/allowed";
import { AskButton } from "@/components/kit/ask-button";
import { attempt } from "@/components/kit/attempt";
import { noun } from "@/components/kit/noun";
import { useAhead } from "@/components/kit/use-ahead";
import { opening } from "@/components/kit/value-text";
import { Dialog } from "@/components/ui/dialog";
import type { Permission } from "@/server/permissions";
import { t } from "@/texts/t";
import styles from "./content-parts.module.css";

const { part, ahead } = lazyParts();
const Order = dynamic(
  part(() => import("@/components/kit/order/order-list")),
  { ssr: false },
);

interface Props<P extends { id: string }> {
  /** what people call one, such as "question" */
  one: string;
  /** the right to change them */
  needs: Permission | undefined;
  parts: readonly P[];
  /** undefined for one that has no text yet */
  titleOf: (part: P) => string | undefined;
  /** makes one; answers its id, or nothing where it is the last one then */
  add: () => Promise<string | undefined>;
  remove: (id: string) => Promise<unknown>;
  /** saves the order of all; left out where there is none */
  reorder?: (ids: string[]) => Promise<unknown>;
  children: (part: P) => ReactNode;
}

/** The contents of a record: their list, and the one that is chosen. */
export function ContentParts<P extends { id: string }>({
  one,
  needs,
  parts,
  titleOf,
  add,
  remove,
  reorder,
  children,
}: Props<P>) {
  const [chosenId, setChosenId] = useState<string>();
  useAhead(ahead);
  const [isAdding, setIsAdding] = useState(false);
  const [isOrdering, setIsOrdering] = useState(false);
  const chosen = parts.find(({ id }) => id === chosenId) ?? (chosenId === undefined ? parts[0] : parts.at(-1));
  const named = (part: P) =>
    titleOf(part) || opening(t("{one} {number}, no text yet", { one: t(one), number: parts.indexOf(part) + 1 }));
  const start = async () => {
    setIsAdding(true);
    await attempt(async () => setChosenId((await add()) ?? ""));
    setIsAdding(false);
  };
  return (
    <div className={styles.parts}>
      <div className={styles.list}>
        {parts.map((part) => (
          <button
            key={part.id}
            type="button"
            className={styles.part}
            aria-pressed={part === chosen}
            onClick={() => setChosenId(part.id)}
          >
            {named(part)}
          </button>
        ))}
        {parts.length === 0 && <p className={styles.none}>{t("Nothing added yet.")}</p>}
        <Allowed needs={needs}>
          <Button variant="default" loading={isAdding} onClick={start}>
            {opening(t("Add {one}", noun({ one })))}
          </Button>
          {reorder && parts.length > 1 && (
            <Button variant="default" onClick={() => setIsOrdering(true)}>
              {t("Change order")}
            </Button>
          )}
        </Allowed>
        {reorder && isOrdering && (
          <Dialog title={t("Change order")} onClose={() => setIsOrdering(false)} width={560}>
            <Order
              items={parts.map((part) => ({ id: part.id, title: named(part) }))}
              save={reorder}
              onClose={() => setIsOrdering(false)}
            />
          </Dialog>
        )}
      </div>
      {chosen && (
        <div key={chosen.id} className={styles.chosen}>
          {children(chosen)}
          <div className={styles.foot}>
            <AskButton
              needs={needs}
              title={t("Delete this {one}", noun({ one }))}
              question={`${t("Delete this {one}", noun({ one }))}?`}
              confirm="Delete"
              done="Deleted"
              run={() => remove(chosen.id)}
            >
              {t("It is deleted in all languages.")}
            </AskButton>
          </div>
        </div>
      )}
    </div>
  );
}
