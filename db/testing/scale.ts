/** Whether everything is tried (SCALE=long, `npm run test:long`), or each thing once. */
export const isLong = process.env.SCALE === "long";

/** How much of a soak, a fault series, a sample or a matrix a run holds: enough to see each thing happen, or all of it. */
export const scaled = (small: number, long: number): number => (isLong ? long : small);
