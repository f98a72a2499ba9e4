import { get, post } from "@/server/kit/call/meta";
import { permitted, router } from "@/server/kit/call/procedure";
import { firmwareImageService } from "./firmware-image.service";
import { AskOffers, BySegment, ByUuid, Image, Offers, SendReports, TakenReports } from "./rollout-gateway.schema";
import { rolloutOfferService } from "./rollout-offer.service";
import { rolloutReportService } from "./rollout-report.service";

const at = "/v1/backoffice/internals";
const rest = { section: "own Firmware rollouts", auth: "apiKey" } as const;
const ofFile = { ...rest, isRanged: true } as const;
const may = "firmware-rollout.device";

/** The door of the gateway that talks to devices. */
export const firmwareDeviceRouter = router({
  offers: permitted(may, post(`${at}/firmware-offers`, rest), {
    unaudited: "the devices of a rollout say what they were offered, and when",
    withoutKey: "asking again answers the same offers",
  })
    .input(AskOffers)
    .output(Offers)
    .mutation(({ ctx, input }) => rolloutOfferService.offers(ctx, input.persSerialNumbers)),
  report: permitted(may, post(`${at}/firmware-reports`, rest), {
    unaudited: "the devices of a rollout say what was reported, and when",
  })
    .input(SendReports)
    .output(TakenReports)
    .mutation(({ ctx, input }) => rolloutReportService.report(ctx, input.items)),
});

/** Files, which the typed door has none of. */
export const firmwareImageRouter = router({
  image: permitted(may, get(`${at}/firmware-versions/{uuid}/image`, ofFile))
    .input(ByUuid)
    .output(Image)
    .query(({ ctx, input }) => firmwareImageService.image(ctx, input.uuid)),
  segment: permitted(may, get(`${at}/firmware-versions/{uuid}/segments/{index}`, ofFile))
    .input(BySegment)
    .output(Image)
    .query(({ ctx, input }) => firmwareImageService.segment(ctx, input.uuid, input.index)),
});
