import { ofAnyCompany, ofCompany, router } from "@/server/kit/call/procedure";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { AnswerEntryRequest, AnswerForCompany, EntryRequest, ListEntryRequests } from "./entry-request.schema";
import { entryRequestService as service } from "./entry-request.service";

const list = { item: EntryRequest, input: ListEntryRequests, service };
const may = { read: "company-member.read", write: "company-member.write" } as const;

/** Who asks to be let into a company, for its admins. */
export const entryRequestRouter = router({
  ...listProcedures({ ...list, may, door: ofCompany }),
  answer: ofCompany(may.write)
    .input(AnswerEntryRequest)
    .output(EntryRequest)
    .mutation(({ ctx, input }) => service.answer(ctx, input)),
});

const byStaff = { read: "company-admin.read", write: "company-admin.write" } as const;

/** The same for staff, over all companies: for one whose admins do not answer, or that nobody verified. */
export const entryRequestsOfAllRouter = router({
  ...listProcedures({ ...list, may: byStaff }),
  answer: ofAnyCompany(byStaff.write)
    .input(AnswerForCompany)
    .output(EntryRequest)
    .mutation(({ ctx, input }) => service.answer(ctx, { ...input, acceptsPartnership: false })),
});
