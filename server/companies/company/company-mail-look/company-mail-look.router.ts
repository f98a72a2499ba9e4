import { ofAnyCompany, ofCompany, router } from "@/server/kit/call/procedure";
import type { Permission } from "@/server/permissions";
import { drawsPicture } from "@/server/platform/file/picture.service";
import { CompanyMailLook, SetMailColor, SetMailLogo } from "./company-mail-look.schema";
import { companyMailLookService as service } from "./company-mail-look.service";

interface Options {
  may: { read: Permission; write: Permission };
  door: typeof ofAnyCompany | typeof ofCompany;
}

/** What both doors have. */
const lookProcedures = ({ may, door }: Options) => ({
  get: door(may.read)
    .output(CompanyMailLook)
    .query(({ ctx }) => service.get(ctx)),
  setColor: door(may.write)
    .input(SetMailColor)
    .output(CompanyMailLook)
    .mutation(({ ctx, input: { color, ifMatch } }) => service.setColor(ctx, color, ifMatch)),
  setLogo: door(may.write)
    .input(SetMailLogo)
    .use(drawsPicture("logo"))
    .output(CompanyMailLook)
    .mutation(({ ctx, input: { ifMatch } }) => service.setLogo(ctx, ctx.drawn ?? null, ifMatch)),
});

export const companyMailLookRouter = router(
  lookProcedures({
    may: { read: "company-mail-template.read", write: "company-mail-template.write" },
    door: ofAnyCompany,
  }),
);

export const teamMailLookRouter = router(
  lookProcedures({ may: { read: "team-mail-template.read", write: "team-mail-template.write" }, door: ofCompany }),
);
