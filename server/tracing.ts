import type { Span } from "@opentelemetry/api";
import { env } from "@/env/env";
import { isTracing, type SpanKind, type Spanning, setTracing } from "@/env/spans";
import { log } from "@/server/kit/process/log";

/** Whether the standard variables of OpenTelemetry ask for traces. */
const isAsked = () =>
  (env.OTEL_EXPORTER_OTLP_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined &&
  !env.OTEL_SDK_DISABLED &&
  env.OTEL_TRACES_EXPORTER === "otlp";

const spanningOf = (span: Span): Spanning => ({
  rename: (name) => void span.updateName(name),
  set: (attributes) => void span.setAttributes(attributes),
});

/**
 * Sends traces where OTEL_EXPORTER_OTLP_ENDPOINT says where to; without it no package of OpenTelemetry is loaded. Its other
 * standard variables (service name, headers, sampler, limits) are read by the packages themselves.
 * @param program such as "persdesk-web", for where OTEL_SERVICE_NAME does not say it
 * @returns sends what is left, and ends it
 */
export async function startTracing(program: string): Promise<() => Promise<void>> {
  if (isTracing() || !isAsked()) return async () => undefined;
  const [api, { NodeTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, resources] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace-node"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  const { context, propagation, SpanKind: Kind, SpanStatusCode, trace } = api;
  const kinds: Record<SpanKind, number> = {
    server: Kind.SERVER,
    client: Kind.CLIENT,
    consumer: Kind.CONSUMER,
    internal: Kind.INTERNAL,
  };
  const provider = new NodeTracerProvider({
    resource: resources
      .resourceFromAttributes({ "service.name": program })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  const tracer = trace.getTracer("persdesk");
  setTracing({
    run: ({ name, kind, attributes, from }, work) => {
      const parent = from ? propagation.extract(context.active(), from) : context.active();
      return tracer.startActiveSpan(name, { kind: kinds[kind], attributes }, parent, async (span) => {
        try {
          return await work(spanningOf(span));
        } catch (error) {
          // The message may hold what people wrote; the log has it.
          span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : undefined });
          throw error;
        } finally {
          span.end();
        }
      });
    },
    ids: () => {
      const active = trace.getSpanContext(context.active());
      return active && { trace_id: active.traceId, span_id: active.spanId };
    },
  });
  log.info({ program }, "sending traces");
  return async () => {
    setTracing(undefined);
    for (const part of [trace, context, propagation]) part.disable();
    await provider.shutdown().catch((error: unknown) => log.warn({ err: error }, "the last traces were not sent"));
  };
}
