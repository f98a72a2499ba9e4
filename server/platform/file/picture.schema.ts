import { z } from "zod";

export const pictureCap = 5 * 1024 * 1024;

/** A picture in a body: base64 of a PNG, JPEG or WebP of at most 5 MB; null takes the picture away. */
export const PictureUpload = z
  .base64()
  .max(Math.ceil(pictureCap / 3) * 4, "At most 5 MB.")
  .nullable();

/** Where a picture is read, with the caller's session or token. */
export const PictureUrl = z
  .string()
  .nullable()
  .meta({ format: "uri-reference", description: "Path of the picture; read it with the same credentials." });
