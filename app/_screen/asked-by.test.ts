import { describe, expect, it } from "vitest";
import { alertShows } from "@/app/(backoffice)/(devices)/alerts/_screens/alert.columns";
import { alerts } from "@/app/(backoffice)/(devices)/alerts/alert.resource";
import { firmwareVersionShows } from "@/app/(backoffice)/(devices)/firmware-versions/_screens/firmware-version.columns";
import { firmwareVersions } from "@/app/(backoffice)/(devices)/firmware-versions/firmware-version.resource";
import { persShows } from "@/app/(backoffice)/(devices)/pers/_screens/pers.columns";
import { pers } from "@/app/(backoffice)/(devices)/pers/pers.resource";
import { mailLogShows } from "@/app/(backoffice)/(operations)/mail-log/_screens/mail-log.columns";
import { mailLogs } from "@/app/(backoffice)/(operations)/mail-log/mail-log.resource";
import { listOf } from "@/components/kit/list/definition";
import { readUrl, rowsInput } from "@/components/kit/list/url";
import { askedBy } from "./asked-by";

const lists = {
  pers: listOf(pers, persShows),
  alerts: listOf(alerts, alertShows),
  firmwareVersions: listOf(firmwareVersions, firmwareVersionShows),
  mailLogs: listOf(mailLogs, mailLogShows),
};
const id = "018b0230-4f71-75a1-a85f-e9611f74a2aa";

describe("a page asks on the server what its screen will ask in the browser", () => {
  it.each<[keyof typeof lists, string]>([
    ["pers", ""],
    ["pers", "nuSerialPersNumber= -24 &status=active&sortBy=nuSerialPersNumber:desc,modelPERS.label&page=2&limit=50"],
    [
      "pers",
      `modelPERSId=${id}&isSilent=true&firmwareVersionIdIsEmpty=true&density=comfortable&columns=status&tab=kit`,
    ],
    [
      "pers",
      `modelPERSIdNoneOf=${id},${id}&statusAnyOf=active, stock&firmwareVersionBelow= 3.1.0&batteryLevelAtLeast=12.5`,
    ],
    ["pers", "statusAnyOf=active,lost&statusNoneOf=&lastMessageAtInLastDays=7&lastMessageAtIsEmpty=no"],
    ["pers", "page=-3&limit=many&sortBy=nope:up&status=lost&columns=x,y"],
    ["pers", "nuSerialPersNumber=0012&erpPersId=true"],
    ["firmwareVersions", "firmwareType=2&isActivated=true"],
    ["alerts", "isActivated=maybe&topicAlert=Battery&sortBy=levelAlert.rank:asc"],
    ["mailLogs", "sentFrom=2026-05-01&sentTo=2026-05-03&status=fail&recipient="],
  ])("%s?%s", (name, query) => {
    const params = new URLSearchParams(query);
    const inBrowser = rowsInput(readUrl(lists[name], params));
    expect(rowsInput(askedBy(name, Object.fromEntries(params)))).toEqual(inBrowser);
  });
});
