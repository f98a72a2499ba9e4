import type { Problem } from "@/server/kit/errors";
import type { FileAnswer } from "@/server/kit/import/import.schema";
import { t } from "@/texts/t";
import { screenHeaders } from "./trpc";

/** An error of the upload door, in the shape that `problemOf` and `messageOf` read. */
class UploadError extends Error {
  readonly data: { problem?: Problem };
  constructor(problem: Problem | undefined) {
    super(problem?.detail ?? t("The file could not be sent."));
    this.data = { problem };
  }
}

/**
 * Sends a file to a procedure that takes one, such as "labels.imports.preview", beside its other fields.
 * @returns the procedure's answer; what it is, the caller knows by its name
 */
export async function sendFile(procedure: string, input: object, file: File): Promise<unknown> {
  const query = new URLSearchParams({ input: JSON.stringify({ fileName: file.name, ...input }) });
  const response = await fetch(`/api/upload/${procedure}?${query}`, {
    method: "POST",
    headers: { ...screenHeaders(), "content-type": "application/octet-stream" },
    body: file,
  });
  const answer = await response.json().catch(() => undefined);
  if (!response.ok) throw new UploadError(answer);
  return answer;
}

/** Saves a file of an answer. */
export function saveFile({ fileName, mimeType, file }: FileAnswer) {
  const bytes = Uint8Array.from(atob(file), (character) => character.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: mimeType }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
