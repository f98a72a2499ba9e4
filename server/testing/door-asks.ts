import { env } from "@/env/env";
import { handleApi } from "@/server/api";
import { downloadPath } from "@/server/doors/download-door";
import { type Operation, planOperations, proceduresOf, takesOrGivesFiles } from "@/server/doors/rest-plan";
import { uploadPath } from "@/server/doors/upload-door";
import type { UploadedFile } from "@/server/kit/call/meta";
import { appRouter } from "@/server/root";

type Input = Record<string, unknown>;

/** One way to make a call. */
export interface DoorAsk {
  door: string;
  /** of an answer that holds a 403 of this call: 207 where another one went through, 200 of a stream */
  status: number;
  isKeyed: boolean;
  send: () => Promise<{ status: number; text: string }>;
}

interface Sender {
  cookie: string;
  bearer: string;
}

const procedures = new Map(proceduresOf(appRouter));
const planned = planOperations(appRouter);
/** The documented operations, by their name in the router; the search beside a list is of the same name. */
export const operations = new Map(planned.flatMap((one) => (one.searches ? [] : [[one.name, one] as const])));
/** The searches beside lists, by the name of the list. */
export const searches = new Map(planned.flatMap((one) => (one.searches ? [[one.name, one] as const] : [])));
const json = { "content-type": "application/json" };
let n = 0;

async function send(path: string, method: string, headers: Record<string, string>, body?: BodyInit) {
  const request = new Request(`http://localhost/api${path}`, { method, headers, body });
  const response = await handleApi(request, `10.8.${++n >> 8}.${n & 255}`);
  return { status: response.status, text: await response.text(), headers: response.headers };
}

const textOf = (value: unknown) => (typeof value === "object" ? JSON.stringify(value) : String(value));

function formOf({ files, body }: Operation, input: Input): FormData {
  const form = new FormData();
  for (const { key, name } of files) {
    const file = input[key] as UploadedFile | undefined;
    if (file) form.append(name, new Blob([new Uint8Array(file.bytes)], { type: file.type }), file.name);
  }
  for (const { key, name } of body) if (input[key] !== undefined) form.append(name, textOf(input[key]));
  return form;
}

/** The request of a documented operation. */
function restRequest(operation: Operation, input: Input, { bearer }: Sender) {
  const { path, query, headers, body, wholeBody, bodyType, rest } = operation;
  const address = path.reduce(
    (text, { key, name }) => text.replace(`{${name}}`, encodeURIComponent(textOf(input[key]))),
    rest.path,
  );
  const parameters = new URLSearchParams(
    [...query].flatMap(([name, { key }]) => (input[key] === undefined ? [] : [[name, textOf(input[key])]])),
  );
  const sent: Record<string, string> = {};
  if (rest.auth === "apiKey") sent["x-api-key"] = env.INTERNAL_API_KEY ?? "";
  // What looks at its credentials itself has them in its input.
  else if (rest.auth !== "own") sent.authorization = `Bearer ${bearer}`;
  for (const { key, name } of headers) if (input[key] !== undefined) sent[name] = textOf(input[key]);
  const fields = Object.fromEntries(body.map(({ key }) => [key, input[key]]));
  const isForm = bodyType === "multipart";
  const content = isForm ? formOf(operation, input) : JSON.stringify(wholeBody ? input[wholeBody.key] : fields);
  return {
    url: `${address}?${parameters}`,
    headers: isForm || bodyType === "none" ? sent : { ...sent, ...json },
    body: bodyType === "none" ? undefined : content,
  };
}

/** Sends a call once, as the documented operation that it is, to be taken strictly. */
export function restSend(operation: Operation, input: Input, bearer: string) {
  const { url, headers, body } = restRequest(operation, input, { bearer, cookie: "" });
  return send(url, operation.rest.method, { ...headers, prefer: "handling=strict" }, body);
}

function restAsks(operation: Operation, input: Input, sender: Sender): DoorAsk[] {
  const { url, headers, body } = restRequest(operation, input, sender);
  const { method } = operation.rest;
  const ask = (door: string, isKeyed: boolean): DoorAsk => ({
    door,
    status: 403,
    isKeyed,
    send: () => {
      const key: Record<string, string> = isKeyed ? { "idempotency-key": crypto.randomUUID() } : {};
      return send(url, method, { ...headers, ...key }, body);
    },
  });
  return [ask("REST", false), ask("REST with a key", true)];
}

/** A mutation that writes nothing, to be the first of a batch. */
const harmless = { call: "profile.removeDevice", input: { keyPlatformTech: "NONE", mobileDeviceId: "none" } };

function typedAsks(call: string, input: unknown, { cookie }: Sender): DoorAsk[] {
  const screen = { cookie, "x-persdesk": "1", ...json };
  const ask = (door: string, status: number, path: string, body: unknown, more: Record<string, string>): DoorAsk[] => {
    const text = JSON.stringify(body) ?? "";
    const keyed = () => ({ ...screen, ...more, "idempotency-key": crypto.randomUUID() });
    return [
      { door, status, isKeyed: false, send: () => send(path, "POST", { ...screen, ...more }, text) },
      { door: `${door}, with a key`, status, isKeyed: true, send: () => send(path, "POST", keyed(), text) },
    ];
  };
  const batch = `/trpc/${harmless.call},${call}?batch=1`;
  const both = { 0: harmless.input, 1: input };
  return [
    ...ask("typed door, alone", 403, `/trpc/${call}`, input, {}),
    // Two calls of one procedure could not be told apart.
    ...(call === harmless.call ? [] : ask("typed door, second in a batch", 207, batch, both, {})),
    ...ask(
      "typed door, in a stream",
      200,
      `/trpc/${call}?batch=1`,
      { 0: input },
      { "trpc-accept": "application/jsonl" },
    ),
  ];
}

/** What takes or gives files stands at doors of its own. */
function fileAsk(call: string, input: Input, { cookie }: Sender): DoorAsk[] {
  const meta = procedures.get(call)?._def.meta;
  const screen = { cookie, "x-persdesk": "1" };
  const [key] = meta?.files ?? [];
  const alone = { status: 403, isKeyed: false };
  if (key) {
    const { [key]: file, ...rest } = input;
    const headers = { ...screen, "content-type": "application/octet-stream" };
    const path = `${uploadPath.slice("/api".length)}${call}?input=${encodeURIComponent(JSON.stringify(rest))}`;
    const bytes = new Uint8Array((file as UploadedFile).bytes);
    return [{ ...alone, door: "upload", send: () => send(path, "POST", headers, bytes) }];
  }
  if (meta?.rest) return [];
  const path = `${downloadPath.slice("/api".length)}${call}`;
  return [
    { ...alone, door: "download", send: () => send(path, "POST", { ...screen, ...json }, JSON.stringify(input)) },
  ];
}

/** All ways to make a call: at the typed door alone, in a batch and in a stream, and as a documented operation. */
export function doorAsks(call: string, input: unknown, sender: Sender): DoorAsk[] {
  const procedure = procedures.get(call);
  if (!procedure) throw new Error(`there is no ${call}`);
  const operation = operations.get(call);
  const fields = Object(input) as Input;
  return [
    ...(takesOrGivesFiles(procedure) ? fileAsk(call, fields, sender) : typedAsks(call, input, sender)),
    ...(operation ? restAsks(operation, fields, sender) : []),
  ];
}
