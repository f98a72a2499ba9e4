"use client";

import type { ReactNode } from "react";
import { t } from "@/texts/t";
import styles from "./answer.module.css";
import { messageOf } from "./problem";
import { Bones } from "./sheet/bones";

interface Query {
  data: unknown;
  error: unknown;
  refetch: () => unknown;
}

interface Props<Q extends Query> {
  of: Q;
  children: (data: Exclude<Q["data"], undefined>) => ReactNode;
}

/** A part of a page that asks for something of its own: bones until it is there, and why, with the way on, where it did not come. */
export function Answer<Q extends Query>({ of: query, children }: Props<Q>) {
  if (query.data !== undefined) return children(query.data as Exclude<Q["data"], undefined>); // as the line says
  if (!query.error) return <Bones />;
  return (
    <p className={styles.fault} role="alert">
      {messageOf(query.error)}{" "}
      <button type="button" onClick={() => query.refetch()}>
        {t("Try again")}
      </button>
    </p>
  );
}
