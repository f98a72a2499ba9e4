import { openApi } from "@/server/doors/openapi";
import { type Operation, planOperations, shapeOf } from "@/server/doors/rest-plan";
import { appRouter } from "@/server/root";
import { restSend } from "./door-asks";

const document = openApi(planOperations(appRouter));
const documented = new Map(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => [`${method} ${shapeOf(path)}`, one] as const),
  ),
);
/** Headers that an answer has wherever the document says so, and nowhere else. */
const exact = ["ETag", "Location", "Preference-Applied", "RateLimit", "RateLimit-Policy"];
/** Headers that an answer has only where the document says so. */
const declaredFirst = [...exact, "Retry-After", "WWW-Authenticate", "Content-Language", "Idempotency-Replayed"];

/** The headers that the document declares of an answer; undefined where it has no such answer. */
function declaredHeaders({ rest }: Operation, status: number) {
  const operation = documented.get(`${rest.method.toLowerCase()} ${shapeOf(`/api${rest.path}`)}`);
  const response = operation?.responses[status];
  if (!response || !("$ref" in response)) return response && (response.headers ?? {});
  return document.components.responses[response.$ref.replace("#/components/responses/", "")]?.headers;
}

/**
 * Which headers of a success the document does not declare, or declares and are not there.
 * @param input what was sent: a call without its picture is not counted
 */
export function wrongHeaders(operation: Operation, input: object, headers: Headers): string[] {
  const { name, status, files } = operation;
  const declared = declaredHeaders(operation, status) ?? {};
  const isCounted = files.every(({ key }) => key in input);
  return exact
    .filter((header) => isCounted || !header.startsWith("RateLimit") || headers.has(header))
    .filter((header) => headers.has(header) !== header in declared)
    .map((header) => `${name}: ${header} is ${headers.has(header) ? "sent" : "declared"} only`);
}

/** What of an answer, also of a refusal, the document does not declare: its status, or headers of it. */
export function undeclared(operation: Operation, { status, headers }: { status: number; headers: Headers }): string[] {
  const declared = declaredHeaders(operation, status);
  if (!declared) return [`${operation.name}: ${status} is not declared`];
  const sent = declaredFirst.filter((header) => headers.has(header) && !(header in declared));
  return sent.map((header) => `${operation.name}: ${header} of ${status} is not declared`);
}

/** Names a record of any kind, which only `modelType` would say: a list of what hangs on it is empty where there is none. */
const ofAnyKind = "objectId";
const unknown = "0193a1b2-c3d4-7e5f-8a6b-abcdefabcdef";

/**
 * Asks with an id in the path that nothing has, and with one that is none, each in turn.
 * @param input of a call that would be answered
 * @returns what is not refused as the documents say: 404 and 400, or 403 for a company whose people alone may ask; and
 * headers of refusals that are not declared
 */
export async function wrongRefusals(operation: Operation, input: Record<string, unknown>, bearer: string) {
  const wrong: string[] = [];
  for (const { key, name, schema } of operation.path) {
    if (schema.format !== "uuid") continue;
    for (const [id, expected] of [
      [unknown, 404],
      ["no-id", 400],
    ] as const) {
      if (name === ofAnyKind && id === unknown) continue;
      const answer = await restSend(operation, { ...input, [key]: id }, bearer);
      const { status } = answer;
      if (status !== expected) wrong.push(`${operation.name} {${name}} ${id}: ${status} in place of ${expected}`);
      wrong.push(...undeclared(operation, answer));
    }
  }
  return wrong;
}
