import { z } from "zod";
import { Email } from "@/server/identity/user/email.schema";
import { Id, Text } from "@/server/kit/wire";

/** `os`: 1 Android, 2 iOS, 3 Web. */
export const StoreDevice = z
  .object({
    email: Email,
    keyPlatformTech: Text(100),
    mobileDeviceId: Text(200),
    token: Text(4000),
    os: z.union([z.literal(1), z.literal(2), z.literal(3)]),
    languageId: Id.nullish(),
    appVersion: Text(40).nullish(),
    model: Text(120).nullish(),
  })
  .meta({ id: "StoreUserInfoTokenRequestDTO" });

/** A device as its owner sees it: without the token that pushes go to. */
export const Device = z.object({
  keyPlatformTech: z.string(),
  mobileDeviceId: z.string(),
  os: z.int(),
  languageId: Id.nullable(),
  appVersion: z.string().nullable(),
  model: z.string().nullable(),
});
