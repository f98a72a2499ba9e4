const format = new Intl.NumberFormat("en-GB");

/** A number for people: 12,345. */
export const formatted = (value: number) => format.format(value);

/** A number of things for people: "1 device", "1,200 devices". */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${formatted(count)} ${count === 1 ? one : many}`;
