"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { contactLogs } from "../contact-log.resource";
import { contactLogShows } from "./contact-log.columns";

export const ContactLogList = () => (
  <ResourceList
    of={contactLogs}
    {...contactLogShows}
    empty="What people write to you from the portal and the apps is listed here. Nobody has written yet."
  />
);
