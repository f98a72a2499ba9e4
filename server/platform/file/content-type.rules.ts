const starts = (bytes: Uint8Array, at: number, text: string) =>
  Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(text.length, Math.max(0, bytes.length - at))).equals(
    Buffer.from(text, "latin1"),
  );

/** What is taken in, with the ending of its name. */
export const endings = {
  "application/pdf": ".pdf",
  "image/png": ".png",
  "image/jpeg": ".jpg",
  "image/webp": ".webp",
} as const;
export type ContentType = keyof typeof endings;

/** What a file is, by its content; the name and the type that it came with say nothing. Undefined for anything else. */
export function contentTypeOf(bytes: Uint8Array): ContentType | undefined {
  if (starts(bytes, 0, "%PDF-")) return "application/pdf";
  if (starts(bytes, 0, "\x89PNG\r\n\x1a\n")) return "image/png";
  if (starts(bytes, 0, "\xff\xd8\xff")) return "image/jpeg";
  return starts(bytes, 0, "RIFF") && starts(bytes, 8, "WEBP") ? "image/webp" : undefined;
}

const strange = /[/\\:*?"<>|]|\p{Cc}|\p{Cs}|\p{NChar}/gu;

/** The name of an uploaded file, in characters that any file system takes, with the extension of its content type. */
export function nameOf(given: string, type: ContentType): string {
  const last = given.split(/[/\\]/).at(-1) ?? "";
  const base = last
    .replace(/\.[^.]*$/, "")
    .replace(strange, "_")
    .trim()
    .slice(0, 120);
  return `${base.replace(/^[.\s]+|[.\s]+$/g, "") || "file"}${endings[type]}`;
}
