import { RecordLink } from "@/components/kit/record-link";
import { EventFacts, type EventWords, type Happened } from "@/components/kit/sheet/event-words";
import { When } from "@/components/ui/value";
import { readingWords } from "@/server/devices/reading/reading.rules";
import { alerts } from "../../alerts/alert.resource";
import { firmwareVersions } from "../../firmware-versions/firmware-version.resource";
import { vehicles } from "../../vehicles/vehicle.resource";

const textOf = (fact: Happened["facts"][string] | undefined) => (typeof fact === "string" ? fact : null);

const Alert = ({ about, facts: { level, field, value }, what }: Happened) => (
  <EventFacts
    facts={[
      [
        "Alert",
        <RecordLink key="alert" of={alerts} id={about?.id}>
          {about?.label}
        </RecordLink>,
      ],
      ["Level", textOf(level)],
      ...(what === "alert-raised" && value !== null
        ? [["Reading", readingWords(textOf(field), value)] as [string, string]]
        : []),
    ]}
  />
);

const Firmware = ({ about, facts: { version } }: Happened) => (
  <EventFacts
    facts={[
      [
        "Version",
        about ? (
          <RecordLink key="version" of={firmwareVersions} id={about.id}>
            {about.label}
          </RecordLink>
        ) : (
          textOf(version)
        ),
      ],
    ]}
  />
);

const Vehicle = ({ about }: Happened) => (
  <EventFacts
    facts={[
      [
        "Vehicle",
        <RecordLink key="vehicle" of={vehicles} id={about?.id}>
          {about?.label}
        </RecordLink>,
      ],
    ]}
  />
);

const Silence = ({ facts: { since } }: Happened) => (
  <EventFacts facts={[["Last message before", <When key="since" at={textOf(since)} />]]} />
);

/** What the time line of a device tells beside its changes and notes. */
export const persEvents: EventWords = {
  kinds: {
    alert: "Alerts",
    firmware: "Firmware",
    vehicle: "Vehicle",
    gap: "Gaps in messages",
    status: "Status",
    pin: "PIN",
    kit: "Kit",
  },
  events: {
    "alert-raised": { what: "Alert raised", tone: "bad", show: Alert },
    "alert-ended": { what: "Alert ended", show: Alert },
    "firmware-installed": { what: "Firmware installed", tone: "accent", show: Firmware },
    "vehicle-joined": { what: "Assigned to a vehicle", tone: "accent", show: Vehicle },
    "vehicle-left": { what: "Removed from a vehicle", show: Vehicle },
    "gap-ended": { what: "Messages resumed", show: Silence },
  },
};
