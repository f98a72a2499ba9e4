import { z } from "zod";
import { placesOf, wantedOf } from "./database-hosts.mjs";
import { tlsOf } from "./database-tls.mjs";

/** A setting that has no default. */
export const required = z.string({ error: "is missing" });

/** A text that stands for something else, which is read at start so that a fault is told by the setting's name. */
export const read = <T>(of: (text: string) => T | undefined, fault: string) =>
  required.transform((text, ctx) => {
    const value = of(text);
    if (value !== undefined) return value;
    ctx.addIssue({ code: "custom", message: fault });
    return z.NEVER;
  });

/** Whether this is scheme, host and port alone. */
export const isOrigin = (text: string) => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;

/** The address of a database, whose hosts and TLS can be had as it says. */
export const databaseUrl = required
  .regex(/^postgres(ql)?:\/\//, "must look like postgres://user:password@host:5432/name")
  .superRefine((url, ctx) => {
    try {
      placesOf(url);
      wantedOf(url);
      tlsOf(url);
    } catch (error) {
      ctx.addIssue({ code: "custom", message: `cannot be used: ${(error as Error).message}` });
    }
  });
