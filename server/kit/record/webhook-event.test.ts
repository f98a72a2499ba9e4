import { expect, it } from "vitest";
import { webhookEvents, webhookEventWords } from "./webhook-event.rules";

it("companies may be told of what is theirs; what the operator's own machinery does is for staff", () => {
  const told = Object.entries(webhookEvents).filter(([, { ofCompanies }]) => ofCompanies);
  expect(told.map(([code]) => code)).toEqual([
    "pers-alert.opened",
    "pers-alert.closed",
    "pers-alert.acknowledged",
    "pers-alert.assigned",
    "pers-alert.closed-by-hand",
    "company-partner.accepted",
    "company-partner.ended",
    "import.done",
  ]);
  expect(Object.keys(webhookEventWords)).toEqual([...Object.keys(webhookEvents), "webhook.test"]);
});
