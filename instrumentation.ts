let notePageFault: (error: unknown) => void = () => undefined;

/** Next calls this when a server of its own starts (`next start`, `next dev`); ours has begun with it already. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startTracing } = await import("./server/tracing");
  await startTracing("persdesk-web");
  ({ notePageFault } = await import("@/server/kit/call/page-faults"));
}

/** Next calls this when a page could not be drawn, before it answers 500. */
export const onRequestError = (error: unknown) => notePageFault(error);
