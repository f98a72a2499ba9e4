import { IconMail } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import { moduleCodes } from "@/server/permission-modules.rules";
import { mailNames } from "@/server/platform/mail/mail-catalogue.rules";
import { mailStatusWords } from "@/server/platform/mail-log/mail-log.rules";

export const mailLogs = resource("mailLogs", {
  one: "e-mail",
  many: "e-mails",
  heading: "E-mail log",
  at: "/mail-log",
  icon: IconMail,
  may: { read: "mail-log.read", write: "mail-log.write" },
  audited: "mail-log",
  title: (record) => record.subject,
  search: "recipient",
  words: {},
  shown: {
    subject: "Subject",
    recipient: "Recipient",
    status: { title: "Status", values: mailStatusWords },
    templateCode: { title: "Template", values: mailNames },
    module: { title: "Module", values: moduleCodes },
    tries: "Attempts",
    sentAt: "Sent",
    sentFrom: "Sent",
    createdAt: "Created",
    createdAtInLastDays: "Created",
    lastError: "Last error",
    sender: "Sender",
    id: "ID",
  },
  create: false,
});
