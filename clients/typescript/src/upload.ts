/** A file to send: a `File` or `Blob`, or a file of React Native by its address. */
export type Upload = Blob | { uri: string; name: string; type: string };

const isNative = (value: object): value is { uri: string } => "uri" in value && typeof value.uri === "string";

/** Puts a field into a form. React Native's forms take files by their address; all others take blobs. */
function append(form: FormData, name: string, value: unknown) {
  if (value === undefined || value === null) return;
  if (typeof value !== "object") form.append(name, String(value));
  else if (isNative(value)) form.append(name, value as unknown as Blob);
  else if (value instanceof Blob) {
    form.append(name, value, "name" in value && typeof value.name === "string" ? value.name : name);
  } else form.append(name, JSON.stringify(value));
}

/** A body as a form with files. */
export function formOf(body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) append(form, name, value);
  return form;
}
