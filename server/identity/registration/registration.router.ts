import { post } from "@/server/kit/call/meta";
import { open, router } from "@/server/kit/call/procedure";
import { Nothing } from "@/server/kit/call/wire";
import { Languages } from "../profile/profile.schema";
import { activeLanguages } from "../profile/profile.service";
import { GenerateCode, Register, Registered, VerifyCode } from "./registration.schema";
import { registrationService } from "./registration.service";

const at = "/v1/users";
const rest = { section: "4.10", auth: "none", limited: true } as const;
const ownTrail = { unaudited: "nobody is signed in yet: the service writes the row as the account itself" };

export const registrationRouter = router({
  languages: open()
    .output(Languages)
    .query(({ ctx }) => activeLanguages(ctx)),
  register: open(post(`${at}/register`, rest), ownTrail)
    .input(Register)
    .output(Registered)
    .mutation(({ ctx, input }) => registrationService.register(ctx, input)),
  generateCode: open(post(`${at}/activation/generate-code`, rest), ownTrail)
    .input(GenerateCode)
    .output(Nothing)
    .mutation(({ ctx, input }) => registrationService.generateCode(ctx, input.email)),
  verify: open(post(`${at}/verify/activation-code`, rest), ownTrail)
    .input(VerifyCode)
    .output(Nothing)
    .mutation(({ ctx, input }) => registrationService.verify(ctx, input)),
});
