import { z } from "zod";
import { Id, Instant, Moment, Search, Stamps } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { lastDaysOf, setOf } from "@/server/kit/list/list-operators.schema";
import { choice, said } from "@/server/kit/value/words.rules";
import { moduleCodes } from "@/server/permission-modules.rules";
import { mailNames } from "../mail/mail-catalogue.rules";
import { mailStatusWords } from "./mail-log.rules";

const MailStatus = choice(mailStatusWords);

export const MailLog = z
  .object({
    id: Id,
    templateCode: z.string().register(said, { words: mailNames }),
    subject: z.string(),
    recipient: z.string(),
    sender: z.string(),
    module: z.string().register(said, { words: moduleCodes }),
    status: MailStatus,
    sentAt: Instant.nullable(),
    tries: z.int(),
    lastError: z.string().nullable(),
    unreachableSince: Instant.nullable().meta({
      description: "Since when the mail server could not be reached with it; null where it answered, or was not asked.",
    }),
    expiresAt: Instant.nullable().meta({
      description: "When the code or link in it stops working; it is not sent afterwards.",
    }),
    body: z.string().meta({ description: "The text that was sent; a PIN or code in it is masked." }),
    ...Stamps,
  })
  .meta({ id: "LogMailDTO" });

/** A mail with its rendered HTML, for its sheet. */
export const MailLogSheet = MailLog.extend({ html: z.string().nullable() }).meta({ id: "LogMailSheet" });

export const ListMailLogs = listInput({
  sort: ["createdAt", "sentAt", "status", "recipient", "subject", "templateCode", "sender", "module", "tries"],
  filters: {
    status: MailStatus,
    ...setOf("status", MailStatus),
    ...lastDaysOf("sentAt"),
    ...lastDaysOf("createdAt"),
    sentFrom: Moment,
    sentTo: Moment,
    templateCode: Search,
    subject: Search,
    recipient: Search,
    sender: Search,
    module: Search,
  },
});

/** Whether mails wait for a mail server that cannot be reached. */
export const MailOutage = z.object({
  since: Instant.nullable().meta({ description: "Null where none waits for that." }),
  waiting: z.int(),
});

export const SendMailsAgain = z.object({ ids: z.array(Id).min(1).max(1000) });
export const MailsSentAgain = z.object({ queued: z.int(), skipped: z.int() });
