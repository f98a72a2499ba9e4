import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";
/** What the server takes as a file, in MB. */
export const mostMb = 10;
const most = mostMb * 1024 * 1024;

export interface ImageFile {
  fileName: string;
  base64: string;
  format: "intel-hex" | "binary";
}

/** What is wrong with a file that can be told without reading it; undefined where nothing is. */
export function faultOf({ size }: File): string | undefined {
  if (size === 0) return t("The file is empty.");
  if (size <= most) return undefined;
  return t(
    "The file is {size} MB. The limit is {limit} MB. A binary file is less than half the size of an Intel HEX file.",
    {
      size: formatted(size / 1024 / 1024, 1),
      limit: mostMb,
    },
  );
}

/** The file as the server takes it; one that begins with a colon is Intel HEX. `onProgress` hears 0 to 1. */
export const readImage = (file: File, onProgress: (part: number) => void) =>
  new Promise<ImageFile>((resolve, reject) => {
    const reader = new FileReader();
    reader.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    reader.onload = () => {
      const base64 = String(reader.result).split(",")[1] ?? "";
      // The first three bytes are four letters; white space may stand before the first record.
      const isHex = atob(base64.slice(0, 64)).trimStart().startsWith(":");
      resolve({ fileName: file.name, base64, format: isHex ? "intel-hex" : "binary" });
    };
    reader.onerror = () => reject(new Error("The file could not be read."));
    reader.readAsDataURL(file);
  });

/** "0x08000000" or "8000000" as a number; undefined where it is no address. */
export const readAddress = (text: string) =>
  /^(0x)?[\da-f]{1,8}$/i.test(text.trim()) ? Number.parseInt(text.trim().replace(/^0x/i, ""), 16) : undefined;
