"use client";

import type { ReactNode } from "react";
import { Copyable, None, When } from "@/components/ui/value";
import { formatted } from "@/server/kit/value/count.rules";
import { valueAt } from "../list/cell";
import type { AnyRow } from "../list/definition";
import { RecordLink } from "../record-link";
import { knownWordOf, type PathOf, type RecordName, type RecordOf, type Resource } from "../resource";
import { useRecordLabel } from "../use-records";
import { textOf } from "../value-text";
import { useMay } from "../viewer";
import { Facts, Lines } from "./facts";

/** A field by its path, one that can be copied, or what a screen shows in its own way. */
export type Fact<N extends RecordName> =
  | PathOf<RecordOf<N>>
  | { copy: PathOf<RecordOf<N>> }
  | readonly [label: string, value: ReactNode];

/** A related record that is known by its id alone; who may not see it is told nothing of it. */
export function LinkById({ of, id }: { of: Resource<RecordName>; id: string | null }) {
  const mayRead = useMay()(of.may.read);
  const label = useRecordLabel(of, mayRead && id ? id : undefined);
  return (
    <RecordLink of={of} id={id}>
      {label}
    </RecordLink>
  );
}

interface ValueProps {
  path: string;
  value: unknown;
  word: ReturnType<typeof knownWordOf>;
  canCopy: boolean;
}

/** A value in words: what a code means, a related record as the way to it, an instant, yes or no. */
function Value({ path, value, word: { of, values }, canCopy }: ValueProps): ReactNode {
  if (value === null || value === undefined || value === "") return <None />;
  if (of && typeof value === "string") return <LinkById of={of} id={value} />;
  const word = values?.[String(value)];
  if (word) return word;
  if (typeof value === "string" && path.endsWith("At")) return <When at={value} />;
  if (canCopy) return <Copyable value={String(value)} />;
  if (typeof value === "number") return formatted(value);
  return <Lines>{textOf(value)}</Lines>;
}

interface Props<N extends RecordName> {
  of: Resource<N>;
  record: RecordOf<N>;
  facts: readonly Fact<N>[];
}

/** What a record is, in the words of its resource, and when it was made and changed: the first thing that its sheet shows. */
export function RecordFacts<N extends RecordName>({ of, record, facts }: Props<N>) {
  const row = record as AnyRow; // read by the paths of its own fields
  const stamps = (["createdAt", "updatedAt"] as const).filter((path) => path in row);
  const factOf = (path: string, canCopy: boolean): [string, ReactNode] => {
    const word = knownWordOf(of, path);
    return [word.title, <Value key={path} path={path} value={valueAt(row, path)} word={word} canCopy={canCopy} />];
  };
  return (
    <Facts
      facts={[
        ...facts.map((fact): [string, ReactNode] => {
          if (typeof fact === "string") return factOf(fact, false);
          if ("copy" in fact) return factOf(fact.copy, true);
          return [fact[0], fact[1]];
        }),
        ...stamps.map((path): [string, ReactNode] => [
          path === "createdAt" ? "Created" : "Changed",
          <When key={path} at={valueAt(row, path) as string} />, // stamps are instants
        ]),
      ]}
    />
  );
}
