import { z } from "zod";
import { Email, ShownEmail } from "@/server/kit/call/email.schema";
import { Id, Instant, Text } from "@/server/kit/call/wire";
import { shown } from "@/server/kit/value/words.rules";
import { OsId } from "@/server/notification/platform/os.schema";

const place = { email: Email, keyPlatformTech: Text(100), mobileDeviceId: Text(200) };

export const StoreDevice = z
  .object({
    ...place,
    token: Text(4000),
    os: OsId,
    languageId: Id.nullish(),
    appVersion: Text(40).nullish(),
    model: Text(120).nullish(),
  })
  .meta({ id: "StoreUserInfoTokenRequestDTO" });

/** A new token for a device that is known. */
export const RenewDevice = StoreDevice.pick({ keyPlatformTech: true, mobileDeviceId: true, token: true }).meta({
  id: "RenewDeviceDTO",
});

/** A device as its owner sees it: without the token that pushes go to. */
export const Device = z.object({
  keyPlatformTech: z.string(),
  mobileDeviceId: z.string(),
  os: shown(OsId),
  languageId: Id.nullable(),
  appVersion: z.string().nullable(),
  model: z.string().nullable(),
});

const KnownDevice = Device.extend({
  id: Id,
  token: z.string().optional().meta({ description: "only for keys of the scope device.token" }),
  tokenAt: Instant.meta({ description: "since when it has its token" }),
  lastSuccessAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
}).meta({ id: "UserDeviceDTO" });

export const ListDevices = z.object({ emailList: z.array(z.string().max(254)).max(1000).optional() });

export const DevicesOfPeople = z
  .object({ items: z.array(z.object({ email: ShownEmail, devices: z.array(KnownDevice) })) })
  .meta({ id: "GetListUserInfoResponseDTO" });

export const CurrentDevice = z.object(place).meta({ id: "GetMyUserInfoDTO" });
export const FoundDevice = KnownDevice.extend({ email: ShownEmail })
  .nullable()
  .meta({ id: "GetMyUserInfoResponseDTO" });
