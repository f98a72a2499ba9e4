import { z } from "zod";
import { Id, Search, Stamps, Text } from "@/server/kit/call/wire";
import { NameForReader, translated, translations } from "@/server/kit/language/translation.schema";
import { listInput } from "@/server/kit/list/list.schema";

/** What is translated. */
export const levelAlertTexts = { label: Text(80) };

const Minutes = z.int().min(1, "At least one minute.").max(525_600, "At most a year.").nullish();

/** A level as an alert names it. */
export const LevelRef = z.object({ id: Id, label: z.string(), name: NameForReader, color: z.string(), rank: z.int() });

export const LevelAlert = z
  .object({
    id: Id,
    label: z.string(),
    name: NameForReader,
    color: z.string(),
    rank: z.int(),
    minutesToAcknowledge: z.int().nullable().meta({
      description: "Minutes from when we learn of an alert until somebody should have it; nothing is due without.",
    }),
    minutesToClose: z.int().nullable().meta({
      description: "Minutes from when we learn of an alert until it should be closed; nothing is due without.",
    }),
    alertsCount: z.int(),
    ...translated("LevelAlertTranslationDTO", { label: z.string() }),
    ...Stamps,
  })
  .meta({ id: "LevelAlertResponseDTO" });

export const CreateLevelAlert = z
  .object({
    label: Text(80),
    color: Text(7)
      .regex(/^#[\da-f]{6}$/i, "Give a colour such as #e03131.")
      .overwrite((color) => color.toLowerCase()),
    rank: z
      .int()
      .min(1, "1 is the most severe.")
      .max(100, "At most 100.")
      .meta({ description: "1 is the most severe." }),
    minutesToAcknowledge: Minutes.meta({
      description: "Minutes from when we learn of an alert until somebody should have it; nothing is due without.",
    }),
    minutesToClose: Minutes.meta({
      description: "Minutes from when we learn of an alert until it should be closed; nothing is due without.",
    }),
    translations: translations(levelAlertTexts),
  })
  .meta({ id: "CreateLevelAlertDTO" });

export const UpdateLevelAlert = CreateLevelAlert.omit({ translations: true })
  .partial()
  .meta({ id: "UpdateLevelAlertDTO" });

export const ListLevelAlerts = listInput({
  sort: ["rank", "label", "createdAt", "updatedAt"],
  filters: { label: Search },
  order: "rank:asc",
});
