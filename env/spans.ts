// Spans of a trace (ADR 63). All are made here; without tracing the work is simply done, and no package of
// OpenTelemetry is loaded. `server/tracing.ts` turns it on.

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A span while its work is done. */
export interface Spanning {
  /** what it is called once that is known, such as by the operation of a request */
  rename: (name: string) => void;
  set: (attributes: Attributes) => void;
}

export type SpanKind = "server" | "client" | "consumer" | "internal";

export interface SpanOptions {
  name: string;
  kind: SpanKind;
  attributes?: Attributes;
  /** headers of a request that may carry the trace it belongs to */
  from?: Readonly<Record<string, string | string[] | undefined>>;
}

/** What makes spans. */
export interface Tracing {
  /** does the work within a span, which ends with it and says whether it failed */
  run: <T>(options: SpanOptions, work: (span: Spanning) => Promise<T>) => Promise<T>;
  /** the trace and span of the work at hand, as log lines name them */
  ids: () => { trace_id: string; span_id: string } | undefined;
}

// The server and Next each load this module in one process.
const held = globalThis as { persdeskTracing?: Tracing };

export const setTracing = (tracing: Tracing | undefined) => {
  held.persdeskTracing = tracing;
};
export const isTracing = () => held.persdeskTracing !== undefined;

const nobody: Spanning = { rename: () => undefined, set: () => undefined };

/** Does work within a span, where there is tracing. */
export const spanned = <T>(options: SpanOptions, work: (span: Spanning) => Promise<T>): Promise<T> =>
  held.persdeskTracing ? held.persdeskTracing.run(options, work) : work(nobody);

/** The trace and span of the work at hand. */
export const spanIds = () => held.persdeskTracing?.ids();
