import { Status, When } from "@/components/ui/value";

/** Whether a version is the draft, or since when it is published. */
export const PolicyStatus = ({ policy: { publishedAt } }: { policy: { publishedAt: string | null } }) =>
  publishedAt ? (
    <Status tone="ok">
      Published <When at={publishedAt} />
    </Status>
  ) : (
    <Status tone="warn">Draft</Status>
  );
