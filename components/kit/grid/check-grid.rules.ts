export const keyOf = (row: string, column: string) => `${row} ${column}`;

/** The row, the column and the wanted state of each cell that was ticked or cleared. */
export const cellsOf = (edits: ReadonlyMap<string, boolean>) =>
  [...edits].map(([key, isOn]) => {
    const [row = "", column = ""] = key.split(" ");
    return { row, column, isOn };
  });

/** The edits after a cell was set: a cell that is back at what is stored is no edit. */
export function withEdit(edits: ReadonlyMap<string, boolean>, key: string, wanted: boolean, stored: boolean) {
  const next = new Map(edits);
  if (wanted === stored) next.delete(key);
  else next.set(key, wanted);
  return next;
}

/** Where an arrow, Home or End leads from a cell of a grid of so many rows and columns; undefined for any other key. */
export function moved(
  key: string,
  [row, column]: readonly [number, number],
  [rows, columns]: readonly [number, number],
): [number, number] | undefined {
  const within = (n: number, size: number) => Math.min(Math.max(n, 0), size - 1);
  switch (key) {
    case "ArrowUp":
      return [within(row - 1, rows), column];
    case "ArrowDown":
      return [within(row + 1, rows), column];
    case "ArrowLeft":
      return [row, within(column - 1, columns)];
    case "ArrowRight":
      return [row, within(column + 1, columns)];
    case "Home":
      return [row, 0];
    case "End":
      return [row, columns - 1];
    default:
      return undefined;
  }
}
