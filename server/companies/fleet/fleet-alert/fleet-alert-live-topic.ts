import { isThere } from "@/server/devices/alert-desk/alert-live-topic";
import { visitAlert } from "@/server/devices/alert-desk/alert-presence.service";
import { enterCompany } from "@/server/kit/call/admission";
import { isOfCompanies, type KnownCtx } from "@/server/kit/call/context";
import { AppError, notFound } from "@/server/kit/call/errors";
import type { LiveTopic } from "@/server/kit/call/live-topic";
import { Id } from "@/server/kit/call/wire";
import { fleetAlertService } from "./fleet-alert.service";

const admission = { permission: "company-alert.read", company: "companyId" } as const;

/**
 * `GET /api/live/fleet-alerts/{companyId}/{id}`: which other people of the company have this alert open, `event: people` with
 * `[{id, name}]`. For the company's own people only.
 */
export const fleetAlertTopic: LiveTopic = {
  path: "/api/live/fleet-alerts/",
  admission: { permission: "signed-in" },
  async follow(ctx, rest, _after, say) {
    if (!isOfCompanies(ctx.actor)) throw new AppError("forbidden", "Only people of the company may do this.");
    const [companyId = "", id] = rest.split("/");
    const read = async (ctx: KnownCtx, id: string) => {
      const entered = await enterCompany(ctx, admission, companyId);
      await fleetAlertService.get(entered, id);
      return entered;
    };
    const persAlertId = Id.safeParse(id).data;
    if (!persAlertId) {
      await enterCompany(ctx, admission, companyId);
      throw notFound();
    }
    const entered = await read(ctx, persAlertId);
    return visitAlert(entered, {
      companyId: entered.company.id,
      persAlertId,
      mayLook: () => isThere(read(ctx, persAlertId)),
      say: (people) => say({ event: "people", data: people }),
      over: () => say({ event: "over", data: null }),
    });
  },
};
