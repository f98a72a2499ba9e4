import type { Problem } from "@/server/kit/call/errors";
import type { FileAnswer } from "@/server/kit/import/import.schema";
import { t } from "@/texts/t";
import { screenHeaders } from "./trpc";

/** An error of the doors of files, in the shape that `problemOf` and `messageOf` read. */
class FileError extends Error {
  readonly data: { problem?: Problem };
  constructor(problem: Problem | undefined, otherwise: string) {
    super(problem?.detail ?? otherwise);
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
  if (!response.ok) throw new FileError(answer, t("The file could not be sent."));
  return answer;
}

function saveBlob(blob: Blob, fileName: string) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}

/** Saves a file of an answer. */
export const saveFile = ({ fileName, mimeType, file }: FileAnswer) =>
  saveBlob(
    new Blob([Uint8Array.from(atob(file), (character) => character.charCodeAt(0))], { type: mimeType }),
    fileName,
  );

/** Saves the file that a procedure answers with, such as "privacy.download". */
export async function downloadFile(procedure: string, input: object) {
  const response = await fetch(`/api/download/${procedure}`, {
    method: "POST",
    headers: { ...screenHeaders(), "content-type": "application/json" },
    body: JSON.stringify(input),
  });
  if (!response.ok)
    throw new FileError(await response.json().catch(() => undefined), t("The file could not be fetched."));
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  saveBlob(await response.blob(), name ?? procedure);
}
