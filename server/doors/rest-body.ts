import type { FieldError } from "@/server/kit/call/error-codes";
import { AppError } from "@/server/kit/call/errors";
import { t } from "@/texts/t";
import { BrokenForm, type FormPart, readMultipart } from "./multipart";
import type { Field, Operation } from "./rest-plan";
import { fromText } from "./rest-text";

const jsonCap = 1024 * 1024;
const formCap = 12 * 1024 * 1024;
const deepest = 64;
/** Room for a body before its first piece has come. */
const firstRoom = 16 * 1024;

const tooLarge = (cap: number) =>
  new AppError("payload_too_large", t("At most {size} KiB are taken here.", { size: Math.floor(cap / 1024) }));

/** How many bytes the sender says there are; 0 where nothing is said. */
const saidSize = (request: Request) => Number(request.headers.get("content-length"));

/** Room for `end` bytes: once a quarter of what was said to come is there, for all of it, so that nothing is copied any more. */
const roomFor = (end: number, said: number, cap: number) =>
  end <= said && end * 4 >= said ? said : Math.min(cap, end * 2);

/**
 * Reads a body and counts its bytes: no more than the cap is kept, with any Content-Length. The pieces go straight
 * into one buffer, so that a large file is not held twice.
 */
export async function readBytes(request: Request, cap: number): Promise<Uint8Array<ArrayBuffer>> {
  const said = saidSize(request);
  if (said > cap) throw tooLarge(cap);
  let bytes = new Uint8Array(firstRoom);
  let size = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const piece = await reader?.read().catch((cause: unknown) => {
      if (cause instanceof AppError) throw cause;
      throw new AppError("invalid_input", "The request ended before it was complete.", { cause });
    });
    if (!piece || piece.done) break;
    const end = size + piece.value.byteLength;
    if (end > cap) {
      await reader?.cancel().catch(() => undefined);
      throw tooLarge(cap);
    }
    if (end > bytes.byteLength) {
      const larger = new Uint8Array(roomFor(end, said, cap));
      larger.set(bytes.subarray(0, size));
      bytes = larger;
    }
    bytes.set(piece.value, size);
    size = end;
  }
  return bytes.subarray(0, size);
}

export const isJson = (type: string | null) => /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type ?? "");

/** The body of a request, before it is checked. */
export type Body = { json: unknown } | { form: FormPart[] } | null;

/** Reads the body that an operation takes. @throws AppError 413, 415, and 400 for what is no JSON or no form */
export async function readBody(operation: Operation, request: Request): Promise<Body> {
  if (operation.bodyType === "none" || !request.body) return null;
  const type = request.headers.get("content-type");
  const form = operation.bodyType === "multipart";
  const cap = operation.rest.maxBytes ?? (form ? formCap : jsonCap);
  if (saidSize(request) > cap) throw tooLarge(cap);
  if (form ? !/^multipart\/form-data\s*;/i.test(type ?? "") : !isJson(type)) {
    const accept = form ? "multipart/form-data" : "application/json";
    throw new AppError("unsupported_media_type", t("Send this as {type}.", { type: accept }), { headers: { accept } });
  }
  const bytes = await readBytes(request, cap);
  if (form) return { form: parseForm(bytes, type ?? "") };
  return bytes.byteLength > 0 ? { json: parseJson(bytes) } : null;
}

/** The value of a key of the body; undefined where the key is sent twice. */
export function bodyValue(body: Body, key: string): unknown {
  if (body === null) return undefined;
  if ("form" in body) {
    const [value, second] = body.form.filter(({ name }) => name === key);
    return second === undefined && value ? textOf(value) : undefined;
  }
  const fields = Object(body.json);
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

/** Puts the fields that a body carries into `input`. Fields that the operation does not declare are dropped. */
export function placeBody(operation: Operation, body: Body, input: Record<string, unknown>) {
  if (body === null) return;
  if ("form" in body) placeForm(operation, body.form, input);
  else placeJson(operation, body.json, input);
}

const decoder = new TextDecoder("utf-8", { fatal: true });

function parseJson(bytes: Uint8Array): unknown {
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(bytes));
  } catch {
    throw new AppError("invalid_input", "The body is not JSON.");
  }
  if (isDeeper(value, deepest))
    throw new AppError("invalid_input", t("The body is nested deeper than {count} levels.", { count: deepest }));
  return value;
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

function placeJson(operation: Operation, value: unknown, input: Record<string, unknown>) {
  if (operation.wholeBody) {
    input[operation.wholeBody.key] = value;
    return;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new AppError("invalid_input", "The body must be a JSON object.");
  const fields = value as Record<string, unknown>;
  for (const { key } of operation.body) if (Object.hasOwn(fields, key)) input[key] = fields[key];
}

function parseForm(bytes: Uint8Array, type: string): FormPart[] {
  try {
    return readMultipart(bytes, type);
  } catch (error) {
    if (error instanceof BrokenForm) throw new AppError("invalid_input", "The body is not a readable form.");
    throw error;
  }
}

const textOf = ({ bytes }: FormPart) => Buffer.from(bytes).toString("utf8");

function placeForm(operation: Operation, form: FormPart[], input: Record<string, unknown>) {
  const errors: FieldError[] = [];
  const named = (name: string) => form.filter((part) => part.name === name);
  for (const { key, name } of operation.files) {
    const [file, second] = named(name);
    if (second) errors.push({ path: name, message: "Send one file." });
    else if (file && file.fileName === undefined) errors.push({ path: name, message: "This must be a file." });
    else if (file) input[key] = { name: file.fileName, type: file.type, bytes: file.bytes };
  }
  for (const field of operation.body) {
    const parts = named(field.name);
    if (parts.some(({ fileName }) => fileName !== undefined))
      errors.push({ path: field.name, message: "This must be a text, not a file." });
    else if (parts.length > 1 && !field.list) errors.push({ path: field.name, message: "Send this once." });
    else if (parts.length > 0) input[field.key] = ofForm(field, parts.map(textOf));
  }
  if (errors.length) throw new AppError("invalid_input", undefined, { errors });
}

const ofForm = (field: Field, values: string[]) =>
  field.list && values.length > 1
    ? values.map((value) => fromText({ ...field, list: false }, value))
    : fromText(field, values[0] ?? "");
