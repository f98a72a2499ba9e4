import { same } from "@/server/kit/value/same.rules";

export type Values = Record<string, unknown>;

/** One field in a conflict: as it was loaded, as somebody else saved it meanwhile, and as it stands in the form. */
export interface FieldMerge {
  field: string;
  base: unknown;
  theirs: unknown;
  mine: unknown;
}

/** What of `fields` differs from the base. */
export const changed = (base: Values, values: Values, fields: string[]): Values =>
  Object.fromEntries(
    fields.filter((field) => !same(base[field], values[field])).map((field) => [field, values[field]]),
  );

/**
 * Sorts fields after a version conflict: both changed to different values (a person has to choose), only they changed,
 * only I changed. A field that both changed to the same value is settled and in neither.
 */
export function mergeFields(base: Values, theirs: Values, mine: Values, fields: string[]) {
  const all = fields.map(
    (field): FieldMerge => ({ field, base: base[field], theirs: theirs[field], mine: mine[field] }),
  );
  const isTheirs = (f: FieldMerge) => !same(f.base, f.theirs);
  const isMine = (f: FieldMerge) => !same(f.base, f.mine);
  return {
    conflicts: all.filter((f) => isTheirs(f) && isMine(f) && !same(f.theirs, f.mine)),
    onlyTheirs: all.filter((f) => isTheirs(f) && !isMine(f)),
    onlyMine: all.filter((f) => isMine(f) && !isTheirs(f)),
  };
}

/** The values to save once somebody has chosen: theirs where only they changed, mine where only I did, the choice where both did. */
export function mergedValues(
  merge: ReturnType<typeof mergeFields>,
  mine: Values,
  takeTheirs: ReadonlySet<string>,
): Values {
  const theirs = [...merge.onlyTheirs, ...merge.conflicts.filter(({ field }) => takeTheirs.has(field))];
  return { ...mine, ...Object.fromEntries(theirs.map((f) => [f.field, f.theirs])) };
}
