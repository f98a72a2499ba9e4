import { get } from "@/server/kit/call/meta";
import { router, signedIn } from "@/server/kit/call/procedure";
import { ById } from "@/server/kit/call/wire";
import { pageOf } from "@/server/kit/list/list.schema";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures, restOf } from "@/server/kit/record/crud-procedures";
import {
  CreatePlatformPageTech,
  ListPlatformPageTechs,
  PlatformPageTech,
  PlatformPageTechByKey,
  UpdatePlatformPageTech,
} from "./platform-page-tech.schema";
import { platformPageTechService, readPlatformPageTechService as reading } from "./platform-page-tech.service";

const admin = "/admin/platform-page-tech";
const at = "/platform-page-tech";
const section = "N Platform page tech";

const of = {
  may: { read: "platform-page-tech.read", write: "platform-page-tech.write" },
  item: PlatformPageTech,
  service: platformPageTechService,
} as const;
const dto = "ListPlatformPageTechResponseDTO";
const rest = { section, auth: "either" } as const;

export const platformPageTechRouter = router({
  ...listProcedures({
    ...of,
    rest: get(admin, { section, auth: "either" }),
    input: ListPlatformPageTechs,
    dto,
  }),
  ...crudProcedures({
    ...of,
    rest: restOf(`${admin}/{id:platformPageTechId}`, section, { auth: "either" }),
    create: CreatePlatformPageTech,
    update: UpdatePlatformPageTech,
  }),
});

/** What apps read: active pages. */
export const readPlatformPageTechRouter = router({
  list: signedIn(get(at, rest))
    .input(ListPlatformPageTechs)
    .output(pageOf(PlatformPageTech).meta({ id: dto }))
    .query(({ ctx, input }) => reading.list(ctx, input)),
  get: signedIn(get(`${at}/{id:platformPageTechId}`, rest))
    .input(ById)
    .output(PlatformPageTech)
    .query(({ ctx, input }) => reading.get(ctx, input.id)),
  getByKey: signedIn(get(`${at}/key/{keyPlatformPageTech}`, rest))
    .input(PlatformPageTechByKey)
    .output(PlatformPageTech)
    .query(({ ctx, input }) => reading.getByKey(ctx, input.keyPlatformPageTech)),
});
