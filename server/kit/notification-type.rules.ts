import { z } from "zod";
import { said } from "./words.rules";

/** The ways a notification takes: 1 in-app, 2 push, 3 e-mail. */
export const notificationTypes = { 1: "In-app", 2: "Push", 3: "E-mail" } as const;
export type NotificationType = 1 | 2 | 3;

/** One of the ways. */
export const NotificationTypeNumber = z
  .union([z.literal(1), z.literal(2), z.literal(3)], { error: "1 is in-app, 2 push, 3 e-mail." })
  .register(said, { words: notificationTypes });

/** Some of the ways, each once, in order. */
export const NotificationTypes = z
  .array(NotificationTypeNumber)
  .max(20)
  .overwrite((types) => [...new Set(types)].sort());
