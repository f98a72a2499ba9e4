"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { messageOf } from "@/components/kit/problem";
import { Bones } from "@/components/kit/sheet/bones";
import styles from "./home-figures.module.css";

interface Query<D> {
  data: D | undefined;
  error: unknown;
  refetch: () => unknown;
}

interface Props<D> {
  title: string;
  href: string;
  query: Query<D>;
  children: (data: D) => ReactNode;
}

/** A figure with its heading, which leads to the list behind it; bones while it is counted, and why where it could not be. */
export const Figure = <D,>({ title, href, query, children }: Props<D>) => (
  <section className={styles.figure}>
    <h2>
      <Link href={href} prefetch={false}>
        {title}
      </Link>
    </h2>
    {query.data !== undefined ? (
      children(query.data)
    ) : query.error ? (
      <p className={styles.fault} role="alert">
        {messageOf(query.error)}{" "}
        <button type="button" onClick={() => query.refetch()}>
          Try again
        </button>
      </p>
    ) : (
      <Bones />
    )}
  </section>
);

/** A single number that is a link, with what it means; it stands out where it is not 0. */
export const Tile = ({
  title,
  href,
  query,
  quiet,
  note,
}: Omit<Props<{ count: number }>, "children"> & Record<"quiet" | "note", string>) => (
  <Figure title={title} href={href} query={query}>
    {({ count }) => (
      <Link href={href} prefetch={false} className={styles.tile}>
        <b data-some={count > 0 || undefined}>{count.toLocaleString("en")}</b>
        <span>{count > 0 ? note : quiet}</span>
      </Link>
    )}
  </Figure>
);
