import { z } from "zod";
import { fieldTitle } from "@/server/devices/reading/reading.rules";
import { Id, Instant, Moment, Search, Stamps, Version } from "@/server/kit/call/wire";
import { NameForReader } from "@/server/kit/language/translation.schema";
import { listInput } from "@/server/kit/list/list.schema";
import { lastDaysOf, rangeOf, setOf } from "@/server/kit/list/list-operators.schema";
import { said } from "@/server/kit/value/words.rules";
import { Reading } from "../alert/alert.schema";
import { LevelRef } from "../level-alert/level-alert.schema";

export const PersAlert = z
  .object({
    id: Id,
    persId: Id,
    pers: z.object({
      id: Id,
      nuSerialPersNumber: z.string(),
      model: z.string(),
      firmwareVersion: z.string().nullable(),
      vehicleBrand: z.string().nullable(),
    }),
    alertId: Id,
    alert: z.object({
      id: Id,
      code: z.string(),
      alertLabel: z.string(),
      name: NameForReader,
      topicAlert: z.string(),
      groupAlert: z.string(),
      field: z
        .string()
        .meta({ description: "the field of a message that its rule reads" })
        .register(said, { text: fieldTitle })
        .nullable(),
      levelAlert: LevelRef,
    }),
    startedAt: Instant,
    endedAt: Instant.nullable().register(said, { none: "Open" }),
    value: Reading.nullable().meta({ description: "the reading that raised it" }),
    ...Stamps,
  })
  .meta({ id: "PersAlertDTO" });

export const ListPersAlerts = listInput({
  sort: ["startedAt", "endedAt", "alert.alertLabel", "alert.name", "levelAlert.rank", "createdAt"],
  filters: {
    persId: Id,
    startDate: Moment.meta({ description: "raised from then on" }),
    endDate: Moment.meta({ description: "raised up to and with then" }),
    alert: Search.meta({ description: "Part of what the alert is called in any language, or of its code; or its id." }),
    topicAlert: Search,
    groupAlert: Search,
    levelAlertId: Id,
    ...setOf("levelAlertId", Id),
    ...lastDaysOf("startedAt"),
    modelPERSId: Id,
    ...setOf("modelPERSId", Id),
    firmwareVersionId: Id,
    ...setOf("firmwareVersionId", Id),
    ...rangeOf("firmwareVersion", Version),
    vehicleBrandId: Id,
    ...setOf("vehicleBrandId", Id),
    nuSerialPersNumber: Search,
    isOpen: z.boolean(),
    openFrom: Moment.meta({ description: "open then or later" }),
    openUntil: Moment.meta({ description: "open then or before" }),
  },
  order: "startedAt:desc",
});
