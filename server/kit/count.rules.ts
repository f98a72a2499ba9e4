const format = new Intl.NumberFormat("en-GB");

/** A number for people: 12,345. @param digits after the point, at the most; three where not said */
export const formatted = (value: number, digits?: number) =>
  digits === undefined ? format.format(value) : value.toLocaleString("en-GB", { maximumFractionDigits: digits });

/** A number of things for people: "1 device", "1,200 devices". */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${formatted(count)} ${count === 1 ? one : many}`;
