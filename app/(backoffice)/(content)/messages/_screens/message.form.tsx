"use client";

import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { messageSchemas } from "@/server/content/message/message.schema";
import { TextFields } from "../../_screens/text.field";
import { messages } from "../message.resource";

export const MessageForm = ({ record }: { record?: RecordOf<"messages"> }) => (
  <ResourceForm of={messages} schema={messageSchemas.fields} record={record} opens="translations">
    {(f) => <TextFields f={f} help="The key that apps use, such as ride.finished. Unique within its module." />}
  </ResourceForm>
);
