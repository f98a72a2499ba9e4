"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { brandMessageList } from "./brand-message.columns";

export const BrandMessageList = () => (
  <ResourceList
    list={brandMessageList}
    title="Brand messages"
    empty="A brand tells the riders of its vehicles something in their language. Nothing was written yet."
    href={(row) => `/brand-messages/${row.id}`}
    create={{ title: "Write message", href: "/brand-messages/new", needs: "brand-message.write" }}
  />
);
