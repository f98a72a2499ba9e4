import { z } from "zod";
import { Id, LongText, Search, Stamps, Text } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { either, said } from "@/server/kit/value/words.rules";
import { productName } from "@/server/platform/product-name/product-name.rules";
import { compareSemver } from "../app-version/app-version.rules";
import { SemverVersion } from "../app-version/app-version.schema";
import { leftOutBy } from "./feature-limit.rules";

export const ConditionalFeature = z
  .object({
    id: Id,
    title: z.string(),
    keyword: z.string(),
    active: either("On", "Off"),
    moduleId: Id,
    module: z.object({ id: Id, code: z.string(), label: z.string().register(said, { text: productName }) }),
    description: z.string().nullable(),
    ...Stamps,
  })
  .meta({ id: "ConditionalFeatureResponseDTO" });

export const CreateConditionalFeature = z
  .object({
    title: Text(200),
    keyword: Text(120).regex(/^[\p{L}\p{N}][\p{L}\p{N}._:/-]*$/u, "Use letters, digits and . _ - : / without blanks."),
    active: z.boolean().optional(),
    moduleId: Id,
    description: LongText(1000).nullish(),
  })
  .meta({ id: "CreateConditionalFeatureDTO" });

export const UpdateConditionalFeature = CreateConditionalFeature.partial().meta({ id: "UpdateConditionalFeatureDTO" });

export const ListConditionalFeatures = listInput({
  sort: ["title", "keyword", "active", "module.label", "createdAt", "updatedAt"],
  filters: { title: Search, keyword: Search, active: z.boolean(), moduleId: Id },
});

const Named = z.object({ id: Id, name: z.string() });
const AppLimit = z.object({ platformTechId: Id, atLeast: z.string().nullable(), atMost: z.string().nullable() });

/** A feature as screens see it: with the companies, PERS models and versions of apps that it is limited to. */
export const LimitedFeature = z.object({
  ...ConditionalFeature.shape,
  companyIds: z.array(Id),
  companies: z.array(Named),
  modelPersIds: z.array(Id),
  models: z.array(Named),
  apps: z.array(AppLimit.extend({ label: z.string() })),
});

const Limit = z
  .object({ platformTechId: Id, atLeast: SemverVersion.nullish(), atMost: SemverVersion.nullish() })
  .refine(({ atLeast, atMost }) => atLeast || atMost, {
    error: "Give the version from which on, or up to which.",
    path: ["atLeast"],
  })
  .refine(({ atLeast, atMost }) => !atLeast || !atMost || compareSemver(atLeast, atMost) <= 0, {
    error: "The last version comes before the first.",
    path: ["atMost"],
  });

/** What is empty does not limit the feature. */
export const CreateLimitedFeature = CreateConditionalFeature.extend({
  companyIds: z.array(Id).max(1000),
  modelPersIds: z.array(Id).max(1000),
  apps: z
    .array(Limit)
    .max(100)
    .refine((apps) => new Set(apps.map((app) => app.platformTechId)).size === apps.length, "Name each app once."),
});

const LeftOut = z.enum(leftOutBy).nullable();

/** Who gets a feature, as if it were on. */
export const FeatureAudience = z.object({
  active: z.boolean(),
  /** people with an active account who get it, and the PERS devices on vehicles that they ride */
  people: z.int(),
  devices: z.int(),
  /** people who do not, each by the first limit that they are outside of */
  leftOut: z.object({ company: z.int(), model: z.int(), app: z.int() }),
  /** some of those who get it whom the caller may see */
  sample: z.array(z.object({ id: Id, name: z.string(), isStaff: z.boolean(), companies: z.array(z.string()) })),
});

/** Whether one person gets it, and what is known of them. */
export const FeatureTrial = z.object({
  name: z.string(),
  leftOut: LeftOut,
  companies: z.array(z.string()),
  models: z.array(z.string()),
  apps: z.array(z.object({ label: z.string(), version: z.string().nullable(), isFor: z.boolean() })),
});

export const AskOwnFeatures = z.object({
  keyPlatformTech: Text(100)
    .optional()
    .meta({ description: "The app that asks; without it, features limited to versions of apps are off." }),
  appVersion: Text(40).optional().meta({ description: "Its version, such as 2.1.0." }),
});

export const OwnFeatures = z
  .object({
    items: z.array(
      z.object({
        keyword: z.string().meta({ description: "The key that apps know the feature by." }),
        title: z.string(),
        module: z.object({ id: Id, code: z.string() }),
      }),
    ),
  })
  .meta({ id: "OwnConditionalFeaturesDTO", description: "The features that are on for the caller." });
