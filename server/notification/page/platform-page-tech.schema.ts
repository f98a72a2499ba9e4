import { z } from "zod";
import { Id, Search, Stamps, Text } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { either } from "@/server/kit/value/words.rules";
import { KeysOrIds, PlatformTechSummary } from "../platform/platform-tech.schema";
import { isLink, isTokenName, namesIn, tokensIn } from "../text/template-token.rules";

/** Names of tokens, comma-separated, stored as "one, two". */
const TokenNames = z
  .string()
  .max(2000)
  .refine((list) => namesIn(list).every(isTokenName), {
    error: "Give names of tokens, comma-separated, such as firstName, serial.",
  })
  .overwrite((list) => [...new Set(namesIn(list))].join(", "))
  .meta({ pattern: "^[\\p{L}\\p{N}_,\\s-]*$" });

const DeepLink = Text(1000)
  .refine((link) => tokensIn(link) !== undefined, "Write tokens as {{name}}, and nothing else in curly brackets.")
  .refine(isLink, "Give an address with https, or one with the app's own scheme, such as app://pers/{{id}}.")
  .meta({ pattern: "^([Hh][Tt][Tt][Pp][Ss]://[^\\s/]|[A-Za-z][A-Za-z0-9+.-]*:)" });

const fields = {
  keyPlatformPageTech: Text(100),
  labelPlatformPage: Text(120),
  platformTechId: Id,
  tokensLabelList: TokenNames,
  descLink: DeepLink,
  isActivated: either("On", "Off"),
};

export const PlatformPageTech = z
  .object({
    id: Id,
    keyPlatformPageTech: z.string(),
    labelPlatformPage: z.string(),
    tokensLabelList: z.string(),
    descLink: z.string(),
    platformTechId: Id,
    platformTech: PlatformTechSummary,
    isActivated: either("On", "Off"),
    ...Stamps,
  })
  .meta({ id: "PlatformPageTechResponseDTO" });

export const CreatePlatformPageTech = z.object(fields).meta({ id: "CreatePlatformPageTechDTO" });
/** All fields, as the document says. */
export const UpdatePlatformPageTech = z.object(fields).meta({ id: "UpdatePlatformPageTechDTO" });

export const ListPlatformPageTechs = listInput({
  sort: ["keyPlatformPageTech", "labelPlatformPage", "isActivated", "createdAt", "updatedAt"],
  filters: {
    keyPlatformPageTechs: KeysOrIds,
    labelPlatformPage: Search,
    platformTechs: KeysOrIds,
    isActivated: z.boolean(),
  },
});

export const PlatformPageTechByKey = z.object({ keyPlatformPageTech: z.string().max(200) });
