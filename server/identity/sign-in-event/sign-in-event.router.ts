import { router } from "@/server/kit/call/procedure";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { ListSignInEvents, SignInEvent } from "./sign-in-event.schema";
import { signInEventService } from "./sign-in-event.service";

/** For screens: who may see the audit trail may see what was refused at the doors. */
export const signInEventRouter = router(
  listProcedures({
    may: { read: "audit.read" },
    input: ListSignInEvents,
    item: SignInEvent,
    service: signInEventService,
  }),
);
