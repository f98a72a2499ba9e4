import { z } from "zod";
import { Id, IfMatch, Stamps, Text } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { PictureUpload, PictureUrl } from "@/server/platform/file/picture.schema";
import { contrastToWhite, leastContrast } from "./company-mail-look.rules";

/** A colour that white letters can be read on. */
const MailColor = Text(7)
  .regex(/^#[\da-f]{6}$/i, "Give a colour such as #8a1c3c.")
  .overwrite((color) => color.toLowerCase())
  .refine(
    (color) => contrastToWhite(color) >= leastContrast,
    "White letters cannot be read on this colour. Choose a darker one.",
  );

export const CompanyMailLook = z.object({
  companyId: Id,
  color: z.string().nullable().meta({ description: "#rrggbb; null: Persdesk's own." }),
  logo: PictureUrl,
  isVerified: z.boolean().meta({ description: "E-mails of companies that are not verified look like Persdesk's." }),
  ...Stamps,
});

export const SetMailColor = z.object({ color: MailColor.nullable(), ifMatch: IfMatch });
export const SetMailLogo = z.object({ logo: PictureUpload, ifMatch: IfMatch });

/** For the record service, which reads each written row again through its list. A company has one row, so no screen lists them. */
export const ListMailLooks = listInput({ sort: ["createdAt"], filters: {} });
