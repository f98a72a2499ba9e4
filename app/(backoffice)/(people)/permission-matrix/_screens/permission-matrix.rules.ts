export interface Pair {
  roleManagerId: string;
  roleId: string;
  allowed: boolean;
}

export const keyOf = (roleManagerId: string, roleId: string) => `${roleManagerId} ${roleId}`;

/** The pairs that were ticked or cleared, as one save sends them. */
export const pairsOf = (edits: ReadonlyMap<string, boolean>): Pair[] =>
  [...edits].map(([key, allowed]) => {
    const [roleManagerId = "", roleId = ""] = key.split(" ");
    return { roleManagerId, roleId, allowed };
  });

/** The edits after a cell was set: a cell that is back at what is stored is no edit. */
export function withEdit(edits: ReadonlyMap<string, boolean>, key: string, wanted: boolean, stored: boolean) {
  const next = new Map(edits);
  if (wanted === stored) next.delete(key);
  else next.set(key, wanted);
  return next;
}

/** Where an arrow, Home or End leads from a cell of a grid of `size` × `size`; undefined for any other key. */
export function moved(
  key: string,
  [row, column]: readonly [number, number],
  size: number,
): [number, number] | undefined {
  const within = (n: number) => Math.min(Math.max(n, 0), size - 1);
  switch (key) {
    case "ArrowUp":
      return [within(row - 1), column];
    case "ArrowDown":
      return [within(row + 1), column];
    case "ArrowLeft":
      return [row, within(column - 1)];
    case "ArrowRight":
      return [row, within(column + 1)];
    case "Home":
      return [row, 0];
    case "End":
      return [row, size - 1];
    default:
      return undefined;
  }
}
