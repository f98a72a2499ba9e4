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
  kinds: { "sign-in": "Sign-ins", rights: "Rights", mail: "Mails", switch: "Switch-to" },
  events: {
    "signed-in-browser": { what: "Signed in with a browser" },
    "signed-in-app": { what: "Signed in with an app", show: App },
    "mail-pending": { what: "Mail waits to be sent", show: Mail },
    "mail-done": { what: "Mail sent", show: Mail },
    "mail-fail": { what: "Mail failed", tone: "bad", show: Mail },
    "switched-to": { what: "Switched to a member", show: Visit },
  },
};
