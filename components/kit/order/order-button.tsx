"use client";

import { Button } from "@mantine/core";
import dynamic from "next/dynamic";
import { useState } from "react";
import { t } from "@/texts/t";
import { lazyParts } from "../ahead.rules";
import { Allowed } from "../allowed";
import type { Resource } from "../resource";
import { useAhead } from "../use-ahead";
import type { OrderedName } from "./order-dialog";

const { part, ahead } = lazyParts();
const OrderDialog = dynamic(
  part(() => import("./order-dialog")),
  { ssr: false },
);

/** The way to the order of all records of a kind; its router has `saveOrder`. */
export function OrderButton<N extends OrderedName>({ of }: { of: Resource<N> }) {
  const [isOpen, setIsOpen] = useState(false);
  useAhead(ahead);
  return (
    <>
      <Allowed needs={of.may.write}>
        <Button variant="default" onClick={() => setIsOpen(true)}>
          {t("Change order")}
        </Button>
      </Allowed>
      {isOpen && <OrderDialog of={of} onClose={() => setIsOpen(false)} />}
    </>
  );
}
