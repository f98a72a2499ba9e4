import { z } from "zod";
import { Id, LongText, Search, Stamps, Text } from "@/server/kit/call/wire";
import { NameForReader, translated, translations } from "@/server/kit/language/translation.schema";
import { listInput } from "@/server/kit/list/list.schema";
import { setOf } from "@/server/kit/list/list-operators.schema";
import { either, said } from "@/server/kit/value/words.rules";
import { LevelRef } from "../level-alert/level-alert.schema";
import { operators, ruleFaults, ruleText } from "./alert.rules";

/** What is translated. */
export const alertTexts = { title: Text(200), description: LongText(2000).nullish() };

export const Reading = z.union([z.number(), z.boolean(), z.string()]);

const rule = {
  field: z
    .string()
    .regex(/^[A-Za-z]\w{0,49}$/, "Give the name of a field of the payload, such as batteryLevel.")
    .meta({ description: "A field of the message's payload." }),
  operator: z.enum(operators),
  value: z.union([z.number(), z.boolean(), Text(100)]),
};

/** When messages raise and end the alert. */
export const AlertRule = z
  .object({
    type: Text(40).nullish().meta({ description: "Only messages of this type count." }),
    ...rule,
    endValue: z
      .number()
      .nullish()
      .meta({ description: "An open alert ends only beyond this value (hysteresis); the value where not said." }),
  })
  .superRefine((rule, ctx) => {
    for (const { path, message } of ruleFaults(rule)) ctx.addIssue({ code: "custom", path: [path], message });
  })
  .meta({ id: "AlertRuleDTO" });

export const Alert = z
  .object({
    id: Id,
    alertLabel: z.string(),
    name: NameForReader,
    code: z.string(),
    topicAlert: z.string(),
    groupAlert: z.string(),
    levelAlertId: Id,
    levelAlert: LevelRef,
    isActivated: either("On", "Off"),
    rule: z
      .object({ ...rule, type: z.string().nullish(), value: Reading, endValue: z.number().nullish() })
      .register(said, { text: ruleText })
      .nullable(),
    minutesToReopen: z
      .int()
      .meta({ description: "an alert that comes back within so many minutes is the same one again; 0: never" }),
    openCount: z.int().meta({ description: "PERS on which it is open now" }),
    ...translated("AlertTranslationDTO", { title: z.string(), description: z.string().nullable() }),
    ...Stamps,
  })
  .meta({ id: "AlertResponseDTO" });

export const CreateAlert = z
  .object({
    alertLabel: Text(120),
    code: Text(60).regex(/^[\w.-]+$/, "Letters, digits, dots, dashes and underscores."),
    topicAlert: Text(80),
    groupAlert: Text(80),
    levelAlertId: Id,
    isActivated: z.boolean().optional(),
    rule: AlertRule.nullish(),
    minutesToReopen: z.int().min(0).max(1440).optional().meta({
      description:
        "An alert that comes back within so many minutes is the same one again; 30 where not said, 0: never.",
    }),
    translations: translations(alertTexts),
  })
  .meta({ id: "CreateAlertDTO" });

export const UpdateAlert = CreateAlert.omit({ translations: true }).partial().meta({ id: "UpdateAlertDTO" });

export const ListAlerts = listInput({
  sort: [
    "alertLabel",
    "name",
    "code",
    "topicAlert",
    "groupAlert",
    "levelAlert.rank",
    "isActivated",
    "createdAt",
    "updatedAt",
  ],
  filters: {
    alertLabel: Search,
    topicAlert: Search,
    groupAlert: Search,
    levelAlertId: Id,
    ...setOf("levelAlertId", Id),
    isActivated: z.boolean(),
  },
});
