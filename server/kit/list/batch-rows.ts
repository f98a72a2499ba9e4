// Rows are read, put into words and written on the one thread that answers everybody, so long work takes small steps as
// soon as others ask for something, and large ones, which cost half as much, while nobody does.

const [large, small] = [1000, 100];
const quietMs = 250;

let lastRequest = Number.NEGATIVE_INFINITY;

/** Is called for each request. */
export function noteRequest(): void {
  lastRequest = performance.now();
}

/** How many rows to read next of what is read whole. */
export const batchRows = (): number => (performance.now() - lastRequest < quietMs ? small : large);
