import { z } from "zod";
import { Id, LongText, RevisionStamps, Search, ShownAddress, Text, WebAddress } from "@/server/kit/call/wire";
import { translated, translations } from "@/server/kit/language/translation.schema";
import { listInput } from "@/server/kit/list/list.schema";
import { either } from "@/server/kit/value/words.rules";
import { appSystems, semverPattern } from "./app-version.rules";

const Os = z.enum(appSystems, { error: "Give Android, iOS or Web." });

export const SemverVersion = Text(80).regex(
  semverPattern,
  "Give a version of three numbers, such as 3.1.0 or 3.2.0-rc.1.",
);

/** What is translated. */
export const appVersionTexts = { releaseNote: LongText(5000) };

const PlatformTech = z.object({ id: Id, key: z.string(), label: z.string() });

export const AppVersion = z
  .object({
    id: Id,
    platformTechId: Id,
    platformTech: PlatformTech,
    os: z.enum(appSystems),
    version: z.string(),
    isActive: either("On", "Off"),
    isMandatory: either("Mandatory", "Optional"),
    storeUrl: ShownAddress.nullable(),
    ...translated("AppVersionTranslationResponseDTO", { releaseNote: z.string() }),
    ...RevisionStamps,
  })
  .meta({ id: "AppVersionResponseDTO" });

export const CreateAppVersion = z
  .object({
    platformTechId: Id,
    os: Os,
    version: SemverVersion,
    isActive: z.boolean().optional(),
    isMandatory: z.boolean().optional(),
    storeUrl: WebAddress.nullish(),
    translations: translations(appVersionTexts),
  })
  .meta({ id: "CreateAppVersionDTO" });

/** What a form edits; release notes are edited on their own. */
export const AppVersionFields = CreateAppVersion.omit({ translations: true });

export const UpdateAppVersion = AppVersionFields.partial().meta({ id: "UpdateAppVersionDTO" });

/** `version` and `os` are found by their beginning or part, as all texts are. */
export const ListAppVersions = listInput({
  sort: ["version", "os", "platformTech.label", "isActive", "isMandatory", "createdAt", "updatedAt"],
  filters: { platformTechId: Id, isActive: z.boolean(), os: Search, version: Search },
  order: "version:desc",
});

const Named = z.object({ version: z.string(), storeUrl: ShownAddress.nullable() });

/** For each app and system: what is newest, and below which version an app must update. */
export const AppVersionRules = z.object({
  platformTechs: z.array(PlatformTech),
  rules: z.array(
    z.object({
      platformTech: PlatformTech,
      os: z.enum(appSystems),
      newest: z.string(),
      mandatory: z.string().nullable(),
    }),
  ),
});

export const AskAppVersion = z.object({
  platformTechId: Id,
  os: Os,
  version: SemverVersion,
  languageId: Id.optional(),
});

/** What an app with that version is told. `note` is in the language asked for, or in the default one. */
export const AppVersionAdvice = z.object({
  advice: z.enum(["must", "may", "none"]),
  mandatory: Named.nullable(),
  newest: Named.nullable(),
  note: z.object({ languageId: Id, releaseNote: z.string(), isFallback: z.boolean() }).nullable(),
});
