let answeredAt = performance.now();

/** The queue answered this worker. */
export const noteQueueAnswer = () => {
  answeredAt = performance.now();
};

/**
 * How many seconds ago the queue, which is at the direct address, answered this worker, or the worker started: up to ten while
 * all is well. A worker that is paused does not ask.
 */
export const queueSilence = () => (performance.now() - answeredAt) / 1000;
