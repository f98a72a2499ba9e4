/** PostgreSQL's code of an error, also of a wrapped one. */
export const sqlStateOf = (error: unknown): string | undefined =>
  error instanceof Error ? ((error as { code?: string }).code ?? sqlStateOf(error.cause)) : undefined;
/** PostgreSQL's word for a statement of a transaction in which one failed before. */
const aborted = "25P02";

/**
 * Work of a transaction whose statements are sent before the ones before are answered: they run in the order in which
 * they are sent, and meanwhile the next ones are made ready. Ends when all that was sent has ended.
 */
export async function sending(work: (send: <T>(one: Promise<T>) => Promise<T>) => Promise<void>) {
  const sent: Promise<unknown>[] = [];
  try {
    await work((one) => {
      one.catch(() => undefined); // heard where it is awaited
      sent.push(one);
      return one;
    });
    await Promise.all(sent);
  } catch (error) {
    const ends = await Promise.allSettled(sent);
    const faults = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
    // What was sent behind the statement that failed only says that the transaction is over.
    throw sqlStateOf(error) === aborted ? (faults.find((fault) => sqlStateOf(fault) !== aborted) ?? error) : error;
  }
}
