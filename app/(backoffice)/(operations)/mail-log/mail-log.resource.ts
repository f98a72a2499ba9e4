import { IconMail } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import { mailStatusWords } from "@/server/operations/mail-log/mail-log.rules";

export const mailLogs = resource("mailLogs", {
  one: "mail",
  many: "mails",
  heading: "Mail log",
  at: "/mail-log",
  domain: "Operations",
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
    templateCode: "Template",
    module: "Module",
    tries: "Tries",
    sentAt: "Sent",
    sentFrom: "Sent",
    createdAt: "Written",
    lastError: "Last error",
    sender: "Sender",
    id: "Id",
  },
  create: false,
});
