"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { Answer } from "@/components/kit/answer";
import styles from "./home-figures.module.css";

interface Props<D> {
  title: string;
  href: string;
  query: { data: D | undefined; error: unknown; refetch: () => unknown };
  children: (data: D) => ReactNode;
}

/** A figure with its heading, which leads to the list behind it. */
export const Figure = <D,>({ title, href, query, children }: Props<D>) => (
  <section className={styles.figure}>
    <h2>
      <Link href={href} prefetch={false}>
        {title}
      </Link>
    </h2>
    <Answer of={query}>{children}</Answer>
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
