import { mailLogs } from "@/app/(backoffice)/(operations)/mail-log/mail-log.resource";
import { RecordLink } from "@/components/kit/record-link";
import { EventFacts, type EventWords, type Happened } from "@/components/kit/sheet/event-words";
import { portalUsers } from "../portal-user.resource";

const Mail = ({ about }: Happened) => (
  <EventFacts
    facts={[
      [
        "Subject",
        <RecordLink key="mail" of={mailLogs} id={about?.id}>
          {about?.label}
        </RecordLink>,
      ],
    ]}
  />
);

const Visit = ({ about, facts: { reason } }: Happened) => (
  <EventFacts
    facts={[
      [
        "Member",
        <RecordLink key="member" of={portalUsers} id={about?.id}>
          {about?.label}
        </RecordLink>,
      ],
      ["Reason", reason],
    ]}
  />
);

const App = ({ facts: { app } }: Happened) => app && <EventFacts facts={[["App", app]]} />;

/** What the time line of a person tells beside changes and notes. */
export const userEvents: EventWords = {
  kinds: { "sign-in": "Sign-ins", rights: "Permissions", mail: "E-mails", switch: "Switch-to" },
  events: {
    "signed-in-browser": { what: "Signed in with a browser" },
    "signed-in-app": { what: "Signed in with an app", show: App },
    "mail-pending": { what: "E-mail queued", show: Mail },
    "mail-done": { what: "E-mail sent", show: Mail },
    "mail-fail": { what: "E-mail failed", tone: "bad", show: Mail },
    "switched-to": { what: "Acting as a member", show: Visit },
  },
};
