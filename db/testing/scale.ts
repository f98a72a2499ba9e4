/**
 * How much of a soak, a fault series or a matrix a run holds: all of it under SCALE=long (`npm run test:long`), else enough
 * to see each thing happen once.
 */
export const scaled = (small: number, long: number): number => (process.env.SCALE === "long" ? long : small);
