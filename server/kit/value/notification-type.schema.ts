import { z } from "zod";
import { notificationTypes } from "./notification-type.rules";
import { said } from "./words.rules";

/** One of the ways. */
export const NotificationTypeNumber = z
  .literal([1, 2, 3], { error: "1 is in-app, 2 push, 3 e-mail." })
  .register(said, { words: notificationTypes });

/** Some of the ways, each once, in order. */
export const NotificationTypes = z
  .array(NotificationTypeNumber)
  .max(20)
  .overwrite((types) => [...new Set(types)].sort());
